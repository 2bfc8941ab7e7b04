import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

/** The books' accounts in plain words, for administrators. */
const accountWords: Record<string, Words> = {
  provider_clearing: msg`Our money at the provider`,
  mpesa_clearing: msg`Our money at M-Pesa`,
  settlement_bank: msg`Our bank`,
  platform_revenue: msg`Platform fees`,
  subscription_revenue: msg`Sold views`,
  provider_fees: msg`The provider’s fees`,
  losses: msg`Losses`,
  payouts_in_flight: msg`Withdrawals under way`,
  suspense: msg`Unplaced money`,
  payable: msg`Owed to fund drives`,
}

/** Returns the name of an account; a drive's account is what its owner is owed. */
export const accountNamed = (code: string): Words =>
  accountWords[code] ?? (code.startsWith('drive:') ? msg`The fund drive’s share` : msg`Another account`)
