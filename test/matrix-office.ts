import { dayAt } from '#app/kit/time.ts'
import { admin, officeBoth, officeDeed, officePage, type Row } from './matrix-rows.ts'

// The rows of the back office. Every deed and every file (.csv) asks the person who decides, reveals or exports for a password or
// code of the last ten minutes; `asks: 'nothing'` marks the few deeds that only check, or send again what was sent before.

/** A form of the office about a withdrawal, and what it does. */
const decision: Row = {
  ...officePage({ payout: 'payout' }),
  ...officeDeed(() => ({ note: 'Asante' }), { payout: 'payout' }),
}

export const office: Record<string, Row> = {
  admin: officePage(),
  'admin/dashboard': officePage(),
  'admin/search': officePage(),
  'admin/settings': officePage(),
  'admin/confirm': { ...officePage(), ...officeDeed(() => ({ again: 'pull together' })) },
  'admin/settings/choose': officeDeed(() => ({ name: 'USD_KES_RATE', value: 'free', why: 'Try' }), { done: 422 }),
  'admin/settings/page': officeDeed(() => ({ name: 'fees', language: 'en', body: '', why: 'Try' }), { done: 422 }),
  'admin/settings/package': officeDeed(() => ({ name: '', views: '0', amount: 'none', why: '' }), { done: 422 }),
  'admin/settings/package/close': officeDeed(() => ({ id: crypto.randomUUID(), why: 'Try' }), { done: 409 }),
  'admin/audit': officePage(),
  'admin/audit.csv': officePage(),
  'admin/jobs': officePage(),
  'admin/jobs.csv': officePage(),
  // There is no such job: the person who may decide is told that another person has dealt with it.
  'admin/jobs/again': officeDeed(() => ({ job: '1', why: 'Mended' }), { done: 409 }),
  'admin/jobs/drop': officeDeed(() => ({ job: '1', why: 'Mended' }), { done: 409 }),
  'admin/system-users': officePage(),
  'admin/system-users.csv': officePage(),
  'admin/system-users/:id': officePage({ id: 'bystander' }),
  'admin/system-users/:id/suspend': officeBoth(() => ({ why: 'Reported' }), { id: 'bystander' }),
  // Nobody is suspended here, and their address is confirmed.
  'admin/system-users/:id/restore': officeBoth(() => ({ why: 'A mistake' }), { id: 'bystander', done: 409 }),
  'admin/system-users/:id/end-sessions': officeBoth(() => ({ why: 'A lost phone' }), { id: 'bystander' }),
  'admin/system-users/:id/role': officeBoth(() => ({ role: 'moderator', why: 'Helps' }), { id: 'bystander' }),
  'admin/system-users/:id/email': officeBoth(
    () => ({ email: `${crypto.randomUUID()}@example.org`, why: 'Lost the mailbox' }),
    { id: 'bystander' },
  ),
  // The bystander has an address.
  'admin/system-users/:id/phone': officeBoth(() => ({ phone: '0712 999 888', why: 'Lost the phone' }), {
    id: 'bystander',
    done: 409,
  }),
  'admin/system-users/:id/resend': officeDeed(() => ({}), { id: 'bystander', done: 409, asks: 'nothing' }),
  'admin/fund-drives': officePage(),
  'admin/fund-drives.csv': officePage(),
  'admin/fund-drives/:slug': officePage({ slug: 'slug' }),
  'admin/fund-drives/:slug/pause': officeBoth(() => ({ why: 'Reported' }), { slug: 'slug' }),
  'admin/fund-drives/:slug/open': officeBoth(() => ({ why: 'A mistake' }), { slug: 'slug', done: 409 }),
  'admin/fund-drives/:slug/freeze': officeBoth(() => ({ why: 'Reported' }), { slug: 'slug' }),
  'admin/fund-drives/:slug/free': officeBoth(() => ({ why: 'A mistake' }), { slug: 'slug', done: 409 }),
  'admin/fund-drives/:slug/hide-recorded': officeBoth(() => ({ why: 'Not believed' }), { slug: 'slug' }),
  'admin/fund-drives/:slug/show-recorded': officeBoth(() => ({ why: 'A mistake' }), { slug: 'slug', done: 409 }),
  'admin/fund-drives/:slug/give-views': officeBoth(() => ({ views: '10', why: 'On the radio' }), { slug: 'slug' }),
  'admin/gatherings': officePage(),
  'admin/gatherings.csv': officePage(),
  'admin/gatherings/:slug': officePage({ slug: 'gathering' }),
  'admin/gatherings/:slug/stop': officeBoth(() => ({ why: 'Reported' }), { slug: 'gathering' }),
  'admin/gatherings/:slug/allow': officeBoth(() => ({ why: 'A mistake' }), { slug: 'gathering', done: 409 }),
  'admin/gatherings/:slug/photos/:photo/take-down': officeBoth(() => ({ why: 'A child is on it' }), {
    slug: 'gathering',
    photo: 'photo',
  }),
  'admin/gatherings/:slug/photos/:photo/keep': officeBoth(() => ({ why: 'Nobody is on it' }), {
    slug: 'gathering',
    photo: 'photo',
  }),
  'admin/comments': officePage(),
  'admin/comments.csv': officePage(),
  'admin/comments/:comment/release': officeBoth(() => ({ why: 'A true link' }), { comment: 'quarantined' }),
  'admin/comments/:comment/hide': officeBoth(() => ({ why: 'It sells something' }), { comment: 'quarantined' }),
  'admin/letters': officePage(),
  'admin/letters.csv': officePage(),
  'admin/letters/:letter/close': officeBoth(() => ({ why: 'We asked the hospital' }), { letter: 'letter' }),
  'admin/disputes': officePage(),
  'admin/disputes.csv': officePage(),
  // More than is questioned.
  'admin/disputes/:dispute': {
    ...officePage({ dispute: 'dispute' }),
    ...officeDeed(() => ({ is: 'accept', amount: '11', text: 'Sorry' }), { done: 422, dispute: 'dispute' }),
  },
  'admin/disputes/debts': officePage(),
  'admin/disputes/debts.csv': officePage(),
  // The drive owes nothing, so there is nothing to write off.
  'admin/disputes/debts/:drive': {
    get: { ...admin, admin: 404 },
    ...officeDeed(() => ({ why: 'Nobody will pay it', debt: '1' }), { done: 404, drive: 'id' }),
  },
  'admin/donations': officePage(),
  'admin/donations.csv': officePage(),
  'admin/donations/:payment': officePage({ payment: 'payment' }),
  'admin/donations/:payment/refund': {
    ...officePage({ payment: 'payment' }),
    ...officeDeed(() => ({ amount: '10', seen: '1000', why: 'Asked for', left: '500000' }), { payment: 'payment' }),
  },
  // No refund of it waits for a hand.
  'admin/donations/:payment/refund-sent': {
    get: { ...admin, admin: 404 },
    ...officeDeed(() => ({ code: 'SKZ0000001', why: 'Sent in the portal' }), { done: 409, payment: 'payment' }),
  },
  'admin/donations/:payment/refund-cancel': {
    get: { ...admin, admin: 404 },
    ...officeDeed(() => ({ why: 'Nothing was sent' }), { done: 409, payment: 'payment' }),
  },
  // No refund of it waits for bank details.
  'admin/donations/:payment/bank-details': {
    get: { ...admin, admin: 404 },
    ...officeDeed(() => ({ bank: '1', account: '1234567890' }), { done: 409, payment: 'payment' }),
  },
  'admin/donations/:payment/claims/:claim': officeBoth(() => ({ why: 'The digits are not theirs' }), {
    payment: 'claimed',
    claim: 'claim',
  }),
  'admin/donations/:payment/claims/:claim/number': officeBoth(() => ({}), { payment: 'claimed', claim: 'claim' }),
  'admin/refunds': officePage(),
  'admin/refunds.csv': officePage(),
  'admin/revenue-sales': officePage(),
  'admin/revenue-sales.csv': officePage(),
  'admin/revenue-donations': officePage(),
  'admin/revenue-donations.csv': officePage(),
  'admin/books': officePage(),
  'admin/books/movements.csv': officePage(),
  'admin/books/owed': officePage(),
  'admin/books/owed.csv': officePage(),
  'admin/books/look-through': officeDeed(() => ({}), { asks: 'nothing' }),
  'admin/books/compare': officeDeed(() => ({}), { asks: 'nothing' }),
  'admin/mpesa': { ...officePage(), ...officeDeed(() => ({ statement: new Blob(['no statement']) }), { done: 422 }) },
  'admin/mpesa/statements/:statement/book': officeBoth(() => ({ why: 'It is as the portal says' }), {
    statement: 'statement',
  }),
  'admin/mpesa/balance': officeDeed(() => ({}), { asks: 'nothing' }),
  'admin/mpesa/tariffs': {
    ...officePage(),
    ...officeDeed(() => {
      const from = Math.floor(Math.random() * 1e9) + 1
      return { bearer: 'payer', from: String(from), to: String(from), fee: '0', since: dayAt(new Date()) }
    }),
  },
  'admin/mpesa/addresses': { ...officePage(), ...officeDeed(() => ({})) },
  'admin/books/differences': officePage(),
  'admin/books/differences.csv': officePage(),
  'admin/books/differences/new': {
    ...officePage(),
    ...officeDeed(() => ({ about: `Line of ${crypto.randomUUID()}`, words: 'It is missing', state: 'closed' })),
  },
  'admin/books/differences/:difference': {
    ...officePage({ difference: 'difference' }),
    ...officeDeed(() => ({ note: 'Seen to' }), { difference: 'difference' }),
  },
  // It is open, so nothing is to be opened again.
  'admin/books/differences/:difference/reopen': officeDeed(() => ({}), { done: 409, difference: 'difference' }),
  'admin/books/settlements': officePage(),
  'admin/books/settlements.csv': officePage(),
  'admin/books/settlements/new': {
    ...officePage(),
    ...officeDeed(() => ({
      direction: 'to_bank',
      amount: '10',
      day: '2025-11-20',
      why: 'The weekly payout',
      reference: `SET-${crypto.randomUUID()}`,
      booked_at: '2025-11-20',
      asked_by: crypto.randomUUID(),
    })),
  },
  'admin/books/unplaced': officePage(),
  'admin/books/unplaced.csv': officePage(),
  'admin/books/unplaced/:money': officePage({ money: 'money' }),
  // Dollars never was in the books, so they are not refunded from here.
  'admin/books/unplaced/:money/refund': officeDeed(() => ({}), { done: 409, money: 'money' }),
  'admin/books/unplaced/:money/close': officeDeed(() => ({ note: 'Refunded at the dashboard' }), { money: 'money' }),
  'admin/books/unplaced/:money/place': officeBoth(({ slug }) => ({ to: 'typed', typed: slug, why: 'Meant for it' }), {
    money: 'byHand',
  }),
  'admin/books/unplaced/:money/send-back': officeBoth(() => ({ why: 'The payer asked' }), { money: 'byHand' }),
  'admin/books/unplaced/:money/not-sent': officeBoth(() => ({ why: 'The portal is down' }), { money: 'goingBack' }),
  'admin/books/unplaced/:money/sent-back': officeBoth(() => ({ code: 'TKN4H2X9QB', why: 'Reversed' }), {
    money: 'goingBack',
  }),
  'admin/withdrawal-requests': officePage(),
  'admin/withdrawal-requests.csv': officePage(),
  'admin/withdrawal-requests/:payout/complete': decision,
  'admin/withdrawal-requests/:payout/decline': decision,
  'admin/payouts': officePage(),
  'admin/payouts.csv': officePage(),
  'admin/payouts/:payout': officePage({ payout: 'payout' }),
  'admin/payouts/:payout/complete': decision,
  'admin/payouts/:payout/decline': decision,
  'admin/payouts/:payout/number': decision,
}
