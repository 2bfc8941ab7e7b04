import type { Operator } from './payout.ts'

/** What the provider calls the wallets. Of banks it publishes a list, which names them in its own way. */
export const walletCode: Record<Operator, string> = { 'M-Pesa': 'MPESA', 'Airtel Money': 'ATL_KE', 'T-Kash': '97' }

/** Words that one list writes and the other leaves out. */
const idle = new Set(['bank', 'banking', 'kenya', 'k', 'limited', 'ltd', 'plc', 'of', 'the', 'company', 'co'])

const key = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’.]/g, '')
    .replaceAll('co-op', 'coop')
    .replaceAll('&', ' and ')
    .split(/[^a-z0-9]+/)
    .filter((word) => word && !idle.has(word))
    .join(' ')

type Bank = { code: string; name: string }

/**
 * The bank that a person means, or nobody's: money never goes to one that is merely alike. Exactly the same name wins;
 * else the names are compared without the words that say nothing, and the answer must be the only one.
 */
export function bankNamed<One extends Bank>(banks: One[], name: string): One | undefined {
  const typed = name.trim().toLowerCase()
  const same = banks.filter((bank) => bank.name.trim().toLowerCase() === typed)
  if (same.length === 1) return same[0]
  const wanted = key(name)
  const alike = wanted ? banks.filter((bank) => key(bank.name) === wanted) : []
  return alike.length === 1 ? alike[0] : undefined
}

/** '0712345678' for '+254712345678': how the provider wants the numbers of wallets. */
export const localPhone = (phone: string): string => phone.replace(/^\+254/, '0')
