// Network addresses of visitors are personal data: they are shortened before they are kept.

/** Shortens an IPv4 address to its first three numbers, an IPv6 address to its first three groups; '' for anything else. */
export function shortAddress(address: string): string {
  const mapped = address.match(/^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/i)
  if (mapped) return `${mapped[1]}.${mapped[2]}.${mapped[3]}.0`
  if (!/^[\da-f:]+$/i.test(address) || !address.includes(':')) return ''
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const whole = tail === undefined ? groups : [...groups, '0', '0', '0']
  const kept = whole.slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16))
  return `${kept.join(':').replace(/(^|:)0(:0)*$/, '')}::`
}

/** Checks for addresses of this machine and of private networks, which tell no visitors apart. */
export const isNear = (address: string): boolean =>
  /^(::ffff:)?(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/i.test(address) ||
  /^(::1$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i.test(address)
