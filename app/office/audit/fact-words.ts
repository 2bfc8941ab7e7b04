import { msg } from '@lingui/core/macro'
import type { Facts } from '#app/features/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'
import { acts, nouns } from '#app/office/declared.ts'

// Facts are kept as programs write them, so that nothing has to be translated back. Here they get their words.

/** What facts are called. One that is not here is called by its own name. */
export const factNames: Record<string, Words> = {
  about: msg`About`,
  account: msg`Account Number`,
  amount: msg`Amount`,
  answer: msg`Answer`,
  attempt: msg`Attempt`,
  available: msg`Available`,
  away: msg`Under way`,
  bank: msg`Bank`,
  by: msg`Person`,
  byDefault: msg`By default`,
  channel: msg`Channel`,
  code: msg`Code`,
  currency: msg`Currency`,
  day: msg`Day`,
  days: msg`Days`,
  debt: msg`Debt`,
  description: msg`Description`,
  direction: msg`Direction`,
  drive: msg`Fund drive`,
  events: msg`Events`,
  fee: msg`Fee`,
  follows: msg`Follows`,
  frozen: msg`Withdrawals frozen`,
  from: msg({ message: 'From', context: 'day' }),
  further: msg`Further down`,
  gifts: msg`Donations`,
  how: msg({ message: 'Way', context: 'of sending' }),
  job: msg`Job`,
  kind: msg`Kind`,
  left: msg`Left`,
  letters: msg`Characters`,
  mark: msg`Mark`,
  name: msg`Name`,
  net: msg`Net`,
  noun: msg`About`,
  act: msg`What was done`,
  order: msg`Order`,
  ours: msg`In the books`,
  outcome: msg`Outcome`,
  page: msg`Page`,
  paused: msg`Paused by us`,
  payment: msg`Payment`,
  payments: msg`Payments`,
  payout: msg`Payout`,
  price: msg`Price`,
  providerId: msg`Provider’s number`,
  reason: msg`Reason`,
  reference: msg`Reference`,
  refund: msg`Refund`,
  refused: msg({ message: 'Refused', context: 'by the provider' }),
  role: msg`Role`,
  search: msg`Searched for`,
  sessions: msg`Sessions`,
  sort: msg`Sorted by`,
  state: msg`State`,
  status: msg`Status`,
  subject: msg`About`,
  suspended: msg`Suspended`,
  theirs: msg`At the provider`,
  times: msg`Times`,
  to: msg({ message: 'To', context: 'day' }),
  value: msg`Value`,
  verified: msg`Verified`,
  views: msg`Views`,
  looks: msg`Views of pages`,
  waiting: msg`Waiting`,
  why: msg`Reason`,
}

const role = {
  admin: msg({ message: 'Admin', context: 'role' }),
  moderator: msg({ message: 'Moderator', context: 'role' }),
  user: msg({ message: 'User', context: 'role' }),
}

/** What is spelt in one way only, by the name of its fact. States of different things share their names. */
const states = {
  active: msg({ message: 'active', context: 'a value' }),
  paused: msg({ message: 'paused', context: 'a value' }),
  processing: msg({ message: 'processing', context: 'a value' }),
  approved: msg({ message: 'approved', context: 'a value' }),
  completed: msg({ message: 'completed', context: 'a value' }),
  rejected: msg({ message: 'rejected', context: 'a value' }),
  paid: msg({ message: 'paid', context: 'a value' }),
  waiting: msg({ message: 'waiting', context: 'a value' }),
  failed: msg({ message: 'failed', context: 'a value' }),
  held: msg({ message: 'held', context: 'a value' }),
  refunded: msg({ message: 'refunded', context: 'a value' }),
  open: msg({ message: 'open', context: 'a value' }),
  closed: msg({ message: 'closed', context: 'a value' }),
  won: msg({ message: 'won', context: 'a value' }),
  lost: msg({ message: 'lost', context: 'a value' }),
  suspended: msg({ message: 'suspended', context: 'a value' }),
  quarantined: msg({ message: 'in quarantine', context: 'a value' }),
  shown: msg({ message: 'shown', context: 'a value' }),
  hidden: msg({ message: 'hidden', context: 'a value' }),
}

const values: Record<string, Record<string, Words>> = {
  role,
  status: states,
  state: states,
  act: acts,
  noun: nouns,
  channel: { online: msg`Online`, mobile: msg`Mobile`, other: msg`Other` },
  verified: { yes: msg`yes`, no: msg`no` },
  mark: {
    stopped: msg`Paused by us`,
    frozen: msg`Withdrawals frozen`,
    'used-up': msg`Views used up`,
    owes: msg`Owes money`,
  },
  sort: {
    joined: msg`Joined`,
    seen: msg`Last seen`,
    name: msg`Full Name`,
    created: msg`Created`,
    title: msg`Title`,
    raised: msg`Raised`,
    asked: msg`Asked for`,
    amount: msg`Amount`,
    date: msg`Date`,
    at: msg`When`,
    deadline: msg`Deadline`,
  },
  order: { asc: msg`smallest first`, desc: msg`largest first` },
  direction: { to_bank: msg`to our bank`, from_bank: msg`from our bank` },
  how: { provider: msg`through the provider`, 'by-hand': msg`by hand` },
  answer: {
    accept: msg({ message: 'accepted', context: 'a value' }),
    decline: msg({ message: 'declined', context: 'a value' }),
  },
  outcome: {
    same: msg({ message: 'the same', context: 'a value' }),
    differs: msg({ message: 'something else', context: 'a value' }),
    unknown: msg({ message: 'no answer', context: 'a value' }),
  },
  page: {
    donations: msg`Donations`,
    comments: msg`Comments`,
    rsvps: msg`RSVPs`,
    payouts: msg`Payouts`,
    analytics: msg`Analytics`,
    statement: msg`Statement`,
  },
  search: { 'by name or mail': msg`a name or an email` },
  by: { nobody: msg`The command line or a setting` },
  // What the setting of the fee can be; other settings are figures and words of their own.
  value: {
    withhold_at_payout: msg`5%, withheld when the owner withdraws`,
    platform_absorbs: msg`No fee: the platform pays its costs`,
  },
}

/** What a value means, where it is one of those that the product itself has named. */
export function wordsOfFact(name: string, value: Facts[string]): Words | undefined {
  if (typeof value !== 'string') return undefined
  const known = values[name] ?? {}
  const spelt = name === 'page' ? value.replace(/\.csv$/, '') : value
  return Object.hasOwn(known, spelt) ? known[spelt] : undefined
}
