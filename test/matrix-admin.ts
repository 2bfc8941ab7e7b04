import { dayAt } from '#app/kit/time.ts'
import { admin, adminAction, adminBoth, adminPage, type Row } from './matrix-rows.ts'

// The rows of the back office. Every form action and every file (.csv) asks the person who decides, reveals or exports for a password or
// code of the last ten minutes; `asks: 'nothing'` marks the few form actions that only check, or send again what was sent before.

/** A form of the back office about a withdrawal, and what it does. */
const decision: Row = {
  ...adminPage({ payout: 'payout' }),
  ...adminAction(() => ({ note: 'Asante' }), { payout: 'payout' }),
}

export const office: Record<string, Row> = {
  admin: adminPage(),
  'admin/dashboard': adminPage(),
  'admin/search': adminPage(),
  'admin/settings': adminPage(),
  'admin/confirm': { ...adminPage(), ...adminAction(() => ({ again: 'pull together' })) },
  'admin/settings/choose': adminAction(() => ({ name: 'USD_KES_RATE', value: 'free', why: 'Try' }), { done: 422 }),
  'admin/settings/fee': adminAction(() => ({ percent: 'free', why: 'Try' }), { done: 422 }),
  'admin/settings/logo': adminAction(() => ({ why: 'Try' }), { done: 422 }),
  'admin/settings/email': adminAction(() => ({ email: 'nobody@example.org', why: 'Try' }), { done: 422 }),
  'admin/settings/page': adminAction(() => ({ name: 'fees', language: 'en', body: '', why: 'Try' }), { done: 422 }),
  'admin/settings/package': adminAction(() => ({ name: '', views: 'none', amount: 'none', why: '' }), { done: 422 }),
  'admin/settings/package/close': adminAction(() => ({ id: crypto.randomUUID(), why: 'Try' }), { done: 409 }),
  'admin/settings/category': adminAction(() => ({ english: '', swahili: '', place: '0', why: '' }), { done: 422 }),
  'admin/settings/category/remove': adminAction(() => ({ id: '999999', why: 'Try' }), { done: 409 }),
  'admin/audit': adminPage(),
  'admin/audit.csv': adminPage(),
  'admin/jobs': adminPage(),
  'admin/jobs.csv': adminPage(),
  // There is no such job: the person who may decide is told that another person has dealt with it.
  'admin/jobs/again': adminAction(() => ({ job: '1', why: 'Mended' }), { done: 409 }),
  'admin/jobs/drop': adminAction(() => ({ job: '1', why: 'Mended' }), { done: 409 }),
  'admin/system-users': adminPage(),
  'admin/system-users.csv': adminPage(),
  'admin/system-users/:id': adminPage({ id: 'bystander' }),
  'admin/system-users/:id/suspend': adminBoth(() => ({ why: 'Reported' }), { id: 'bystander' }),
  // Nobody is suspended here, and their address is confirmed.
  'admin/system-users/:id/restore': adminBoth(() => ({ why: 'A mistake' }), { id: 'bystander', done: 409 }),
  'admin/system-users/:id/end-sessions': adminBoth(() => ({ why: 'A lost phone' }), { id: 'bystander' }),
  'admin/system-users/:id/role': adminBoth(() => ({ role: 'moderator', why: 'Helps' }), { id: 'bystander' }),
  'admin/system-users/:id/email': adminBoth(
    () => ({ email: `${crypto.randomUUID()}@example.org`, why: 'Lost the mailbox' }),
    { id: 'bystander' },
  ),
  // The bystander has an address.
  'admin/system-users/:id/phone': adminBoth(() => ({ phone: '0712 999 888', why: 'Lost the phone' }), {
    id: 'bystander',
    done: 409,
  }),
  'admin/system-users/:id/resend': adminAction(() => ({}), { id: 'bystander', done: 409, asks: 'nothing' }),
  'admin/papers': adminPage(),
  'admin/papers/:drive': {
    ...adminPage({ drive: 'slug' }),
    ...adminAction(({ paper }) => ({ paper }), { drive: 'slug' }),
  },
  'admin/papers/:drive/check': adminAction(() => ({ purpose: 'cause', verdict: 'seen', words: 'A bill', by: 'x' }), {
    drive: 'slug',
  }),
  'admin/fund-drives': adminPage(),
  'admin/fund-drives.csv': adminPage(),
  'admin/fund-drives/:slug': adminPage({ slug: 'slug' }),
  'admin/fund-drives/:slug/pause': adminBoth(() => ({ why: 'Reported' }), { slug: 'slug' }),
  'admin/fund-drives/:slug/open': adminBoth(() => ({ why: 'A mistake' }), { slug: 'slug', done: 409 }),
  'admin/fund-drives/:slug/freeze': adminBoth(() => ({ why: 'Reported' }), { slug: 'slug' }),
  'admin/fund-drives/:slug/free': adminBoth(() => ({ why: 'A mistake' }), { slug: 'slug', done: 409 }),
  'admin/fund-drives/:slug/hide-recorded': adminBoth(() => ({ why: 'Not believed' }), { slug: 'slug' }),
  'admin/fund-drives/:slug/unlist': adminBoth(() => ({ why: 'An advertisement' }), { slug: 'slug' }),
  'admin/fund-drives/:slug/allow-listing': adminBoth(() => ({ why: 'Asked again' }), { slug: 'slug', done: 409 }),
  'admin/fund-drives/:slug/show-recorded': adminBoth(() => ({ why: 'A mistake' }), { slug: 'slug', done: 409 }),
  'admin/fund-drives/:slug/give-views': adminBoth(() => ({ views: '10', why: 'On the radio' }), { slug: 'slug' }),
  'admin/fund-drives/:slug/updates/:update/hide': adminBoth(() => ({ why: 'It names a child' }), {
    slug: 'slug',
    update: 'update',
  }),
  'admin/fund-drives/:slug/updates/:update/show': adminBoth(() => ({ why: 'A mistake' }), {
    slug: 'slug',
    update: 'update',
    done: 409,
  }),
  'admin/fund-drives/:slug/money/:payout/:receipt/hide': adminBoth(() => ({ why: 'It names a patient' }), {
    slug: 'slug',
    payout: 'payout',
    receipt: 'receipt',
  }),
  'admin/fund-drives/:slug/money/:payout/:receipt/show': adminBoth(() => ({ why: 'A mistake' }), {
    slug: 'slug',
    payout: 'payout',
    receipt: 'receipt',
    done: 409,
  }),
  'admin/gatherings': adminPage(),
  'admin/gatherings.csv': adminPage(),
  'admin/gatherings/:slug': adminPage({ slug: 'gathering' }),
  'admin/gatherings/:slug/stop': adminBoth(() => ({ why: 'Reported' }), { slug: 'gathering' }),
  'admin/gatherings/:slug/allow': adminBoth(() => ({ why: 'A mistake' }), { slug: 'gathering', done: 409 }),
  'admin/gatherings/:slug/photos/:photo/take-down': adminBoth(() => ({ why: 'A child is on it' }), {
    slug: 'gathering',
    photo: 'photo',
  }),
  'admin/gatherings/:slug/photos/:photo/keep': adminBoth(() => ({ why: 'Nobody is on it' }), {
    slug: 'gathering',
    photo: 'photo',
  }),
  'admin/comments': adminPage(),
  'admin/comments.csv': adminPage(),
  'admin/comments/:comment/release': adminBoth(() => ({ why: 'A true link' }), { comment: 'quarantined' }),
  'admin/comments/:comment/hide': adminBoth(() => ({ why: 'It sells something' }), { comment: 'quarantined' }),
  'admin/letters': adminPage(),
  'admin/letters.csv': adminPage(),
  'admin/letters/:message/close': adminBoth(() => ({ why: 'We asked the hospital' }), { message: 'supportMessage' }),
  'admin/visits': adminPage(),
  'admin/visits.csv': adminPage(),
  'admin/disputes': adminPage(),
  'admin/disputes.csv': adminPage(),
  // More than is questioned.
  'admin/disputes/:dispute': {
    ...adminPage({ dispute: 'dispute' }),
    ...adminAction(() => ({ is: 'accept', amount: '11', text: 'Sorry' }), { done: 422, dispute: 'dispute' }),
  },
  'admin/disputes/debts': adminPage(),
  'admin/disputes/debts.csv': adminPage(),
  // The drive owes nothing, so there is nothing to write off.
  'admin/disputes/debts/:drive': {
    get: { ...admin, admin: 404 },
    ...adminAction(() => ({ why: 'Nobody will pay it', debt: '1' }), { done: 404, drive: 'id' }),
  },
  // Nobody objected to anything.
  'admin/changes/:change': {
    get: { ...admin, admin: 404 },
    ...adminAction(() => ({ why: 'It is right', what: 'through' }), { done: 404, change: 'id' }),
  },
  'admin/donations': adminPage(),
  'admin/donations.csv': adminPage(),
  'admin/donations/:payment': adminPage({ payment: 'payment' }),
  'admin/donations/:payment/refund': {
    ...adminPage({ payment: 'payment' }),
    ...adminAction(() => ({ amount: '10', seen: '1000', why: 'Asked for', left: '500000' }), { payment: 'payment' }),
  },
  // No refund of it waits for a hand.
  'admin/donations/:payment/refund-sent': {
    get: { ...admin, admin: 404 },
    ...adminAction(() => ({ code: 'SKZ0000001', why: 'Sent in the portal' }), { done: 409, payment: 'payment' }),
  },
  'admin/donations/:payment/refund-cancel': {
    get: { ...admin, admin: 404 },
    ...adminAction(() => ({ why: 'Nothing was sent' }), { done: 409, payment: 'payment' }),
  },
  // No refund of it waits for bank details.
  'admin/donations/:payment/bank-details': {
    get: { ...admin, admin: 404 },
    ...adminAction(() => ({ bank: '1', account: '1234567890' }), { done: 409, payment: 'payment' }),
  },
  // No giver waits for a decision about it.
  ...Object.fromEntries(
    ['back-agree', 'back-refuse'].map((decides): [string, Row] => [
      `admin/donations/:payment/${decides}`,
      {
        get: { ...admin, admin: 404 },
        ...adminAction(() => ({ why: 'It is theirs' }), { done: 409, payment: 'payment' }),
      },
    ]),
  ),
  'admin/donations/:payment/claims/:claim': adminBoth(() => ({ why: 'The digits are not theirs' }), {
    payment: 'claimed',
    claim: 'claim',
  }),
  'admin/donations/:payment/claims/:claim/number': adminBoth(() => ({}), { payment: 'claimed', claim: 'claim' }),
  'admin/refunds': adminPage(),
  'admin/refunds.csv': adminPage(),
  'admin/revenue-sales': adminPage(),
  'admin/revenue-sales.csv': adminPage(),
  'admin/revenue-donations': adminPage(),
  'admin/revenue-donations.csv': adminPage(),
  'admin/books': adminPage(),
  'admin/books/movements.csv': adminPage(),
  'admin/books/owed': adminPage(),
  'admin/books/owed.csv': adminPage(),
  'admin/books/look-through': adminAction(() => ({}), { asks: 'nothing' }),
  'admin/books/compare': adminAction(() => ({}), { asks: 'nothing' }),
  'admin/mpesa': { ...adminPage(), ...adminAction(() => ({ statement: new Blob(['no statement']) }), { done: 422 }) },
  'admin/mpesa/statements/:statement/book': adminBoth(() => ({ why: 'It is as the portal says' }), {
    statement: 'statement',
  }),
  'admin/mpesa/balance': adminAction(() => ({}), { asks: 'nothing' }),
  'admin/mpesa/tariffs': {
    ...adminPage(),
    ...adminAction(() => {
      const from = Math.floor(Math.random() * 1e9) + 1
      return { bearer: 'payer', from: String(from), to: String(from), fee: '0', since: dayAt(new Date()) }
    }),
  },
  'admin/mpesa/addresses': { ...adminPage(), ...adminAction(() => ({})) },
  'admin/books/differences': adminPage(),
  'admin/books/differences.csv': adminPage(),
  'admin/books/differences/new': {
    ...adminPage(),
    ...adminAction(() => ({ about: `Line of ${crypto.randomUUID()}`, words: 'It is missing', state: 'closed' })),
  },
  'admin/books/differences/:discrepancy': {
    ...adminPage({ discrepancy: 'discrepancy' }),
    ...adminAction(() => ({ note: 'Seen to' }), { discrepancy: 'discrepancy' }),
  },
  // It is open, so nothing is to be opened again.
  'admin/books/differences/:discrepancy/reopen': adminAction(() => ({}), { done: 409, discrepancy: 'discrepancy' }),
  'admin/books/settlements': adminPage(),
  'admin/books/settlements.csv': adminPage(),
  'admin/books/settlements/new': {
    ...adminPage(),
    ...adminAction(() => ({
      direction: 'to_bank',
      amount: '10',
      day: '2025-11-20',
      why: 'The weekly payout',
      reference: `SET-${crypto.randomUUID()}`,
      booked_at: '2025-11-20',
      asked_by: crypto.randomUUID(),
    })),
  },
  'admin/books/unplaced': adminPage(),
  'admin/books/unplaced.csv': adminPage(),
  'admin/books/unplaced/:money': adminPage({ money: 'money' }),
  // Dollars never was in the books, so they are not refunded from here.
  'admin/books/unplaced/:money/refund': adminAction(() => ({}), { done: 409, money: 'money' }),
  'admin/books/unplaced/:money/close': adminAction(() => ({ note: 'Refunded at the dashboard' }), { money: 'money' }),
  'admin/books/unplaced/:money/place': adminBoth(({ slug }) => ({ to: 'typed', typed: slug, why: 'Meant for it' }), {
    money: 'byHand',
  }),
  'admin/books/unplaced/:money/send-back': adminBoth(() => ({ why: 'The payer asked' }), { money: 'byHand' }),
  'admin/books/unplaced/:money/not-sent': adminBoth(() => ({ why: 'The portal is down' }), { money: 'goingBack' }),
  'admin/books/unplaced/:money/sent-back': adminBoth(() => ({ code: 'TKN4H2X9QB', why: 'Reversed' }), {
    money: 'goingBack',
  }),
  'admin/withdrawal-requests': adminPage(),
  'admin/withdrawal-requests.csv': adminPage(),
  'admin/withdrawal-requests/:payout/complete': decision,
  'admin/withdrawal-requests/:payout/decline': decision,
  'admin/payouts': adminPage(),
  'admin/payouts.csv': adminPage(),
  'admin/payouts/:payout': adminPage({ payout: 'payout' }),
  'admin/payouts/:payout/complete': decision,
  'admin/payouts/:payout/decline': decision,
  'admin/payouts/:payout/number': decision,
  'admin/institutions': adminPage(),
  'admin/institutions.csv': adminPage(),
  'admin/institutions/new': {
    ...adminPage(),
    ...adminAction(() => ({
      name: `Kijani Hospital ${crypto.randomUUID()}`,
      kind: 'hospital',
      paybill: '522522',
      source: 'Its bill',
      confirmed_at: 'now',
    })),
  },
  // Here nobody names one that is there.
  ...Object.fromEntries(
    ['confirm', 'end'].map((decides): [string, Row] => [
      `admin/institutions/:institution/${decides}`,
      {
        get: { ...admin, admin: 404 },
        ...adminAction(() => ({ why: 'Its bill' }), { done: 404, institution: 'id' }),
      },
    ]),
  ),
}
