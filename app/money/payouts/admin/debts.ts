import { msg } from '@lingui/core/macro'

export const debtTexts = {
  own: msg`Another administrator has to decide about the debt of your own fund drive`,
  debtChanged: msg`The debt has changed. Please look again before you write it off.`,
}

/** A drive that owes: money went back that its owner had withdrawn. */
export type Debt = {
  driveId: string
  slug: string
  title: string
  debt: number
  since: Date
  /** When a gift came in last. */
  lastGift: Date | null
  /** Requests have to be decided first: declining one would pay the debt. */
  openRequests: number
  /** Nothing has come in for so long that nothing will. */
  hopeless: boolean
}

/** Days without a gift after which a debt is better given up. */
export const hopelessAfter = 90
