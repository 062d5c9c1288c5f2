package io.cdpsim.cluster;

import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Takes every certificate, as an attacker may. */
final class TakesAll extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
