# A shared cache in front of the product, for Varnish 7 with the module xkey (Debian: varnish, varnish-modules).
#
#   varnishd -a :6081 -f /etc/varnish/harambee.vcl -s malloc,1g -p http_gzip_support=off
#
# Behind deploy/haproxy the backend is the load balancers' own address and port 8080.
#
# The product compresses its pages itself, so http_gzip_support is off. The product needs EDGE_CACHE=cdn-cache-control, one more in
# TRUST_PROXY, and EDGE_PURGE_URLS=http://<this machine>:6081/ with EDGE_PURGE_TOKEN. Varnish needs the same EDGE_PURGE_TOKEN in its
# environment; without it nobody can purge. TLS ends in front of Varnish.
vcl 4.1;

import std;
import xkey;

backend product {
  .host = "127.0.0.1";
  .port = "3000";
  .first_byte_timeout = 150s;
  .probe = {
    .url = "/readyz";
    .interval = 1s;
    .timeout = 1s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
  }
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (std.getenv("EDGE_PURGE_TOKEN") !~ "^.{16}" || req.http.Authorization != "Bearer " + std.getenv("EDGE_PURGE_TOKEN")) {
      return (synth(403, "Forbidden"));
    }
    # A picture that was hidden is gone at once. A page stays for the time in which the product is away.
    if (req.http.xkey ~ "(^|[ ,])file-") {
      return (synth(200, "Purged " + xkey.purge(req.http.xkey)));
    }
    return (synth(200, "Purged " + xkey.softpurge(req.http.xkey)));
  }

  # Asked by the load balancer: Varnish is there, whether the product is or not.
  if (req.url == "/alive-edge") {
    return (synth(200, "Alive"));
  }

  # The second round of a request: behind the gate, or with a page that is old because the product is away.
  if (req.http.X-Edge-Round == "gate" && req.restarts > 0) {
    set req.http.Cookie = req.http.X-Edge-Cookie;
    set req.http.Accept-Language = req.http.X-Edge-Accept-Language;
    unset req.http.X-Harambee-Language;
    return (pass);
  }
  if (req.restarts == 0) {
    # Only we say these.
    unset req.http.X-Harambee-Language;
    unset req.http.X-Edge-Round;
    unset req.http.X-Edge-Cookie;
    unset req.http.X-Edge-Accept-Language;
  }

  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Pages that are the same for everybody, and files. All else is one visitor's.
  if (req.url !~ "^/(?:\?|$)|^/discover(?:\?|$)|^/fundraiser/[a-z0-9-]+(?:\.data)?(?:\?|$)|^/fundraiser/[a-z0-9-]+/preview/[\w-]+\.jpg$|^/(?:media|assets)/") {
    return (pass);
  }
  # A session, words after a form, a visitor who acted here, and one who was told that no views are left.
  if (req.http.Cookie ~ "(?:^|; *)(?:(?:__Host-)?harambee\.|flash=|acted=|gate=)") {
    return (pass);
  }

  if (req.restarts == 0) {
    set req.http.X-Edge-Cookie = req.http.Cookie;
    set req.http.X-Edge-Accept-Language = req.http.Accept-Language;
    # The language that was chosen, else the first of ours that the browser asks for.
    if (req.http.Cookie ~ "(?:^|; *)language=(?:en|sw)(?:;|$)") {
      set req.http.X-Harambee-Language = regsub(req.http.Cookie, "^(?:.*; *)?language=(en|sw)(?:;.*)?$", "\1");
    } elsif (req.http.Accept-Language ~ "(?i)(?:^|,) *(?:en|sw)\b") {
      set req.http.X-Harambee-Language = std.tolower(regsub(req.http.Accept-Language, "(?i)^(?:.*?,)? *(en|sw)\b.*$", "\1"));
    } else {
      set req.http.X-Harambee-Language = "en";
    }
    set req.http.Accept-Language = req.http.X-Harambee-Language;
    unset req.http.Cookie;
    if (req.http.Accept-Encoding ~ "\bbr\b") {
      set req.http.Accept-Encoding = "br";
    } elsif (req.http.Accept-Encoding ~ "\bgzip\b") {
      set req.http.Accept-Encoding = "gzip";
    } else {
      unset req.http.Accept-Encoding;
    }
    # The words that chats and networks write behind an address mean nothing.
    set req.url = regsuball(req.url, "(?<=[?&])(?:utm_\w+|fbclid|gclid|via|ref)=[^&]*&?", "");
    set req.url = regsub(req.url, "[?&]$", "");
  }
  # While the product answers, no page is over its time. Where it does not, the second round takes an old one.
  if (req.http.X-Edge-Round == "old") {
    set req.grace = 300s;
  } elsif (std.healthy(req.backend_hint)) {
    set req.grace = 0s;
  }
  return (hash);
}

sub vcl_backend_fetch {
  unset bereq.http.X-Edge-Round;
  unset bereq.http.X-Edge-Cookie;
  unset bereq.http.X-Edge-Accept-Language;
  # All who open a page wait for one question: one that is under way to a machine that dies must not hold them. A page that is made for
  # nobody takes milliseconds.
  if (!bereq.uncacheable) {
    set bereq.first_byte_timeout = 3s;
  }
  # News are sent as they happen.
  if (bereq.url ~ "^/live\?") {
    set bereq.between_bytes_timeout = 1h;
  }
}

sub vcl_backend_response {
  if (bereq.uncacheable) {
    return (deliver);
  }
  # A fault that is delivered would end the page that is kept.
  if (beresp.status >= 500) {
    return (abandon);
  }
  if (beresp.status == 200 && !beresp.http.Set-Cookie && beresp.http.CDN-Cache-Control ~ "^public,.*max-age=\d+") {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*?max-age=(\d+).*$", "\1s"), 0s);
    set beresp.grace = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*stale-if-error=(\d+).*$", "\1s"), 0s);
    return (deliver);
  }
  if (beresp.status == 200 && !beresp.http.Set-Cookie && beresp.http.Cache-Control ~ "^public,.*max-age=\d{4}") {
    # A picture that was removed is gone after a minute.
    if (bereq.url !~ "^/assets/") {
      set beresp.ttl = 60s;
    }
    set beresp.grace = 300s;
    return (deliver);
  }
  set beresp.uncacheable = true;
  set beresp.ttl = 5s;
  return (deliver);
}

sub vcl_backend_error {
  if (!bereq.uncacheable) {
    if (bereq.retries == 0) {
      return (retry);
    }
    return (abandon);
  }
}

sub vcl_miss {
  # There is no old page: the product's own words.
  if (req.http.X-Edge-Round == "old") {
    return (pass);
  }
}

sub vcl_synth {
  # The product is away, and the probe has not noticed: an old page, where there is one.
  if (resp.status == 503 && req.restarts == 0 && req.http.X-Harambee-Language) {
    set req.http.X-Edge-Round = "old";
    return (restart);
  }
}

sub vcl_deliver {
  # A shut page: a visitor whose stay goes on still reads, so their own request is asked once.
  if (resp.http.X-Harambee-Gate && req.restarts == 0) {
    set req.http.X-Edge-Round = "gate";
    return (restart);
  }
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
  unset resp.http.CDN-Cache-Control;
  unset resp.http.X-Harambee-Gate;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
  unset resp.http.Age;
  return (deliver);
}
