const shape = /^(\d{1,15})(?:\.(\d{0,2}))?$/

/** What was typed as an amount, with its thousands set apart: '12500.5' → '12,500.50'. Undefined if it is no amount. */
export function grouped(typed: string): string | undefined {
  const found = shape.exec(typed.replace(/[\s,]/g, ''))
  if (!found) return undefined
  const [, whole = '', cents] = found
  const set = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ',')
  return cents ? `${set}.${cents.padEnd(2, '0')}` : set
}
