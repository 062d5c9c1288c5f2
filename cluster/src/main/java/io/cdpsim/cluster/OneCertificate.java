package io.cdpsim.cluster;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts whoever shows one certificate, and nobody else; that they have its private key is for TLS to prove. Names of machines do not matter: the
 * certificate belongs to a cluster, not to a machine.
 */
final class OneCertificate extends X509ExtendedTrustManager {
    private final X509Certificate trusted;

    OneCertificate(X509Certificate trusted) {
        this.trusted = trusted;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (chain.length == 0 || !chain[0].equals(trusted)) {
            throw new CertificateException("not the certificate of this cluster");
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
