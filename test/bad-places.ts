// What addresses get that nobody should ask for, and what stands for an address in a form. The answer is a page or words,
// never a fault, and never a way out of the house.

/** Slugs, ids, places in a list. */
export function badIds(): string[] {
  return [
    ...['', ' ', '0', '-1', '1.5', '1e9', '999999999999999', '9999999999999999999', 'NaN', 'null', 'undefined', '*'],
    ...[
      '../',
      '..%2f',
      '%2e%2e',
      '%00',
      '\0',
      '/',
      '\\',
      '.',
      '..',
      "'",
      '" or 1=1',
      '1 or 1=1',
      '{}',
      '[]',
      '__proto__',
    ],
    ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'not-a-uuid', 'a'.repeat(5000)],
    ...['1700000000000_x', '9999999999999_00000000-0000-4000-8000-000000000000', 'CON', 'ｓｌｕｇ', '😀', 'a\nb', '%'],
  ]
}

/** Addresses of pictures and videos that nobody's browser should be made to ask. */
export function badAddresses(end = 'x.png'): string[] {
  const hosts = [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '017700000001', '0.0.0.0', '10.0.0.1', '192.168.1.1'],
    ...['169.254.169.254', '172.16.0.1', '100.64.0.1', '8.8.8.8', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[fe80::1]'],
    ...['localhost', 'localhost.', 'LOCALHOST', 'a.localhost', 'router.local', 'nas.lan', 'fritz.home', 'intranet'],
    ...['metadata.google.internal', '1.0.168.192.in-addr.arpa', '127。0。0。1', '①②⑦.0.0.1', '%31%32%37.0.0.1'],
    ...['me:word@a.example', 'a.example@127.0.0.1', '-a.example', 'a..example', '.example', 'example', '..'],
  ]
  const schemes = [
    ...['file:///etc/passwd', 'file://a.example/x.png', 'gopher://a.example/_x', 'ftp://a.example/x.png'],
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)//x.png', 'java\tscript:alert(1)', 'vbscript:x', 'about:blank'],
    ...['data:image/png;base64,AAAA', 'data:text/html,<script>alert(1)</script>', 'blob:https://a.example/1'],
    ...['//a.example/x.png', 'http:/a.example/x.png', 'https:a.example/x.png', 'https:///a.example/x.png', 'a.example'],
    ...['/etc/passwd', '../x.png', '/media/../../x.png', '/media/drives/../x.png', '/media//x', '/', '?', '#', 'x'],
    ...['view-source:https://a.example/x.png', 'filesystem:https://a.example/x', 'ws://a.example/x', 'mailto:a@b.org'],
    ...['https://a.example/"onerror="x', "https://a.example/'x", 'https://a.example/<b>', 'https://a.example/a b.png'],
    ...['https://a.example\\@b.example/x', 'https://a.example/x\r\nx: y', 'https://a.example/\u202egnp.x', 'https://'],
    ...['https://a.example:99999/x.png', 'https://a.example/\u200bx', `https://a.example/${'x'.repeat(2000)}`],
  ]
  return [...hosts.map((host) => `https://${host}/${end}`), 'http://127.0.0.1', 'http://router.lan', ...schemes]
}

/** Places in a list, states and days that an address asks for. */
export function badQueries(): string[] {
  const id = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
  return [
    ...badIds(),
    ...[`1700000000000_${id}`, `0000000000000_${id}`, `9999999999999_${id}`, `-170000000000_${id}`, `1e12_${id}`],
    ...[`1700000000000_${id}'`, `1700000000000_${id.toUpperCase()}`, `٠٠٠٠٠٠٠٠٠٠٠٠٠_${id}`, '99999999999999999999'],
    ...['shown', 'SHOWN', 'quarantined', 'pending', 'active', 'gallery', '30', '30.0', ' 30', '31', '٣٠', '-7', '7e0'],
    ...['2027-02-30', '9999-12-31', '0000-00-00', '1000-01-01', 'infinity', 'epoch', '%', '_', '\\', "%' or '1'='1"],
    ...['\ud800', 'x\udc00', '\u202e', '🙏'.repeat(60), 'x'.repeat(10_000), '%'.repeat(10_000), '\\'.repeat(999)],
  ]
}
