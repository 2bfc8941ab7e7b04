import { msg } from '@lingui/core/macro'
import { kes } from '#app/kit/money.ts'

/** The least that can be withdrawn. */
export const payoutMin = kes(100)

export const says = {
  incomplete: msg`Please fill in all required fields`,
  belowMin: msg`Minimum withdrawal amount is KES 100`,
  insufficient: msg`Insufficient funds`,
  owed: msg`Money that was paid back to supporters has to be covered by new donations first`,
  otherForm: msg`This form was sent before with other values. Please reload the page and try again.`,
  noMethod: msg`This withdrawal method does not exist any more`,
  notYours: msg`Fund Drive Not Found`,
  updateFailed: msg`Failed to update request`,
  balanceOwed: msg`This fund drive owes money: decline the request, or wait for new donations`,
  ownRequest: msg`Somebody else has to decide about your own request`,
  nothingOwed: msg`This fund drive owes nothing`,
  underWay: msg`Decide about the open requests of this fund drive first`,
}

export type PayoutState = 'processing' | 'approved' | 'completed' | 'rejected'

export type Operator = 'M-Pesa' | 'Airtel Money' | 'T-Kash'

/** Where money is sent, as it was when it was asked for. */
export type Destination =
  | { type: 'bank'; bank: string; account: string; name: string }
  | { type: 'mobile_money'; phone: string; operator: Operator }

/** The end of a number, which is enough to know one's own by. */
export const masked = (number: string): string => `•••• ${number.slice(-4)}`
