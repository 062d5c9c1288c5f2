"use strict";

/** A program as text for the part of a link behind #, which browsers send nowhere. */
const share = {
  async packed(program) {
    const stream = new Blob([JSON.stringify(program)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let text = "";
    for (const each of bytes) text += String.fromCharCode(each);
    return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  },

  /** The program of a link, or null where there is none that could be read. */
  async program(link) {
    const found = /#p=([A-Za-z0-9_-]+)/.exec(link);
    if (!found) return null;
    try {
      const bytes = Uint8Array.from(atob(found[1].replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
      const text = await share.bounded(stream, 4 << 20);
      const program = JSON.parse(text);
      const isWhole = ["cuda", "ptx", "litmus"].includes(program.kind) && Array.isArray(program.files) && program.files.length > 0
        && program.files.every(each => typeof each.name === "string" && typeof each.text === "string");
      return isWhole ? program : null;
    } catch (e) {
      return null;
    }
  },

  /** A short link may unpack to more than a browser holds. */
  async bounded(stream, most) {
    const reader = stream.getReader();
    const parts = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts).text();
      size += value.length;
      if (size > most) throw new Error("too large");
      parts.push(value);
    }
  }
};
