// Who may do what at which address (RELIABILITY, section 8). A line for every line of app/routes.ts: a new address without
// one fails the test that reads this.

/** Whoever asks. An expired session is nobody's any more. */
export const roles = ['visitor', 'expired', 'other', 'owner', 'admin'] as const
export type Role = (typeof roles)[number]
/** 'yes' is any answer below 400, 'auth' the way to signing in, a number that status. */
export type Answer = 'yes' | 'auth' | number
export type Answers = Record<Role, Answer>

export const everybody: Answers = { visitor: 'yes', expired: 'yes', other: 'yes', owner: 'yes', admin: 'yes' }
export const nobody = (status: number): Answers => ({
  ...{ visitor: status, expired: status, other: status, owner: status, admin: status },
})
/** Signed in; nobody sees but what is theirs, as all of it is found through them. */
const people: Answers = { visitor: 'auth', expired: 'auth', other: 'yes', owner: 'yes', admin: 'yes' }
/** Administrators read what is an owner's, with a line in the audit log where it names people, and change nothing. */
const owner: Answers = { visitor: 'auth', expired: 'auth', other: 404, owner: 'yes', admin: 'yes' }
const admin: Answers = { visitor: 'auth', expired: 'auth', other: 403, owner: 403, admin: 'yes' }

/** A drive with one of everything, by id. What only has to do with money is made for the pages of the office alone. */
export type Drive = {
  id: string
  slug: string
  image: string
  video: string
  picture: string
  comment: string
  visit: string
  preview: string
  /** Its owner. */
  person: string
}
export type Made = Drive & {
  dispute: string
  payment: string
  donation: string
  payout: string
  method: string
  bystander: string
} & {
  /** Dollars that nobody can place, and the difference that tells of them. */
  money: string
  difference: string
}
type Fields = Record<string, string | Blob>
export type Row = {
  get?: Answers
  /** While the drive is paused. */
  paused?: Answers
  /** While the drive has no views left. */
  usedUp?: Answers
  /** A deed: what is sent, and who may. */
  post?: { who: Answers; sent: (drive: Drive, mine: Drive) => Fields }
  /** An address of the office: which of the made things each part of it (`:id`) stands for. */
  office?: { for: Partial<Record<string, keyof Made>>; sent?: (made: Made) => Fields }
}

const see = (get: Answers): Row => ({ get })
/** A page of the owner's with a deed of its own. */
const page = (sent: (drive: Drive, mine: Drive) => Fields, done: Answer = 'yes', read: Answers = owner): Row => ({
  ...see(read),
  ...deed(sent, done),
})
/** A form that only an owner can want: administrators don't even see it. */
const ownersOnly: Answers = { ...owner, admin: 403 }
/** A deed of the owner's without a page: whoever goes there is told that there is none. */
const deed = (sent: (drive: Drive, mine: Drive) => Fields, done: Answer = 'yes'): Row => ({
  post: { who: { ...ownersOnly, owner: done }, sent },
})
/**
 * A page or a file of the office. Parts of its address such as `:id` stand for something that was made: say which, as in
 * officePage({ id: 'payout' }); whatever is not there must be missing.
 */
export const officePage = (parts: Partial<Record<string, keyof Made>> = {}): Row => ({
  ...see(admin),
  office: { for: parts },
})
/** A deed of the office: what is sent, and how it ends for an administrator. */
export const officeDeed = (
  sent: (made: Made) => Fields,
  { done = 'yes', ...parts }: { done?: Answer } & Partial<Record<string, keyof Made | Answer>> = {},
): Row => ({
  post: { who: { ...admin, admin: done }, sent: () => ({}) },
  office: { for: parts as Partial<Record<string, keyof Made>>, sent },
})
/** A dialog of the office with an address of its own, and what it decides. */
const officeBoth = (sent: (made: Made) => Fields, how: Parameters<typeof officeDeed>[1] = {}): Row => {
  const { done: _, ...parts } = how
  return { ...officePage(parts as Partial<Record<string, keyof Made>>), ...officeDeed(sent, how) }
}
const notPicture = new Blob(['none'], { type: 'text/plain' })
const preview: Answers = { ...nobody(404), owner: 'yes', admin: 'yes' }
const restricted: Answers = { ...nobody(403), owner: 'yes', admin: 'yes' }
const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
const guest = () => ({
  ...{ name: 'Amina', email: `${crypto.randomUUID()}@example.org`, phone: '0712345678', date: day },
  ...{ time: '09:00', guests: '2' },
})
const donor = () => ({ amount: '1,000', email: `${crypto.randomUUID()}@example.org` })

const info = {
  version: '1',
  title: 'A new title',
  slogan: 'a b',
  goal: '10',
  category: 'Other',
  endDate: '',
  image: '',
}

/** A form of the office about a withdrawal, and what it does. */
const decision: Row = {
  ...officePage({ payout: 'payout' }),
  ...officeDeed(() => ({ note: 'Asante' }), { payout: 'payout' }),
}

/** By address. */
export const matrix: Record<string, Row> = {
  'fundraiser/:slug': { get: everybody, paused: preview, usedUp: restricted },
  'fundraiser/:slug/comment': {
    ...{ get: everybody, paused: nobody(404), usedUp: nobody(404) },
    post: { who: everybody, sent: () => ({ content: `Pole ${crypto.randomUUID()}`, likes: '99', state: 'hidden' }) },
  },
  'fundraiser/:slug/comments.json': { get: everybody, paused: nobody(404), usedUp: nobody(404) },
  'fundraiser/:slug/donations.json': { get: everybody, paused: nobody(404), usedUp: nobody(404) },
  'fundraiser/:slug/donate': {
    ...{ get: everybody, paused: nobody(404), usedUp: nobody(404) },
    post: { who: everybody, sent: () => ({ ...donor(), status: 'succeeded', reference: 'mine' }) },
  },
  'fundraiser/:slug/donate.json': { get: everybody, paused: nobody(404), usedUp: nobody(404) },
  'fundraiser/:slug/like': { post: { who: everybody, sent: ({ comment }) => ({ comment, likes: '99' }) } },
  'fundraiser/:slug/book-visit': {
    ...{ get: everybody, paused: nobody(404), usedUp: nobody(404) },
    post: { who: everybody, sent: () => ({ ...guest(), status: 'confirmed' }) },
  },
  // A dot for everybody; whether it counts is another question.
  'fundraiser/:slug/seen.gif': { get: everybody, paused: everybody, usedUp: everybody },
  'fundraiser/:slug/preview/:file': { get: everybody, paused: nobody(404), usedUp: nobody(404) },
  'fund-drive/:slug': { get: everybody, paused: preview, usedUp: restricted },

  'fund-drive/:slug/home': see(owner),
  'fund-drive/:slug/qr.png': see(owner),
  'fund-drive/:slug/poster': see(owner),
  'fund-drive/:slug/info': see(owner),
  'fund-drive/:slug/info/save': page(() => info),
  'fund-drive/:slug/description': page(() => ({ version: '1', description: '<p>New</p>' })),
  'fund-drive/:slug/images': see(owner),
  'fund-drive/:slug/images/add': deed(() => ({ image: notPicture }), 422),
  'fund-drive/:slug/images/caption': deed(({ image }) => ({ image, caption: 'New' })),
  'fund-drive/:slug/images/move': deed(({ image }) => ({ image, before: '' })),
  'fund-drive/:slug/images/remove': deed(({ image }) => ({ image })),
  'fund-drive/:slug/images/restore': deed(({ picture }) => ({ url: picture, caption: 'Back', before: '' })),
  'fund-drive/:slug/video': see(owner),
  'fund-drive/:slug/video/add': page(() => ({ url: 'https://youtu.be/aaaaaaaaaaa' }), 'yes', ownersOnly),
  'fund-drive/:slug/video/title': deed(({ video }) => ({ video, title: 'New' })),
  'fund-drive/:slug/video/move': deed(({ video }) => ({ video, before: '' })),
  'fund-drive/:slug/video/remove': deed(({ video }) => ({ video })),
  'fund-drive/:slug/video/restore': deed(() => ({ url: 'https://youtu.be/bbbbbbbbbbb', title: '', before: '' })),
  'fund-drive/:slug/donations': see(owner),
  'fund-drive/:slug/donations.csv': see(owner),
  'fund-drive/:slug/statement': see(owner),
  'fund-drive/:slug/statement.csv': see(owner),
  'fund-drive/:slug/payouts': see(owner),
  'fund-drive/:slug/payouts.csv': see(owner),
  // A drive that has raised nothing has nothing to withdraw, and nobody has somebody else's method.
  'fund-drive/:slug/payouts/withdraw': page(
    () => ({
      amount: '100',
      seen: '10000',
      method: crypto.randomUUID(),
      key: crypto.randomUUID(),
      status: 'completed',
    }),
    422,
    ownersOnly,
  ),
  'fund-drive/:slug/payouts/methods/remove': deed(() => ({ method: crypto.randomUUID() }), 404),
  'fund-drive/:slug/payouts/buy-views': page(() => ({ package: crypto.randomUUID() }), 409),
  'fund-drive/:slug/comments': see(owner),
  'fund-drive/:slug/comments/state': deed(({ comment }) => ({ comment, state: 'hidden' })),
  'fund-drive/:slug/comments.csv': see(owner),
  'fund-drive/:slug/rsvps': see(owner),
  'fund-drive/:slug/rsvps/decide': deed(({ visit }) => ({ visit, status: 'confirmed' })),
  'fund-drive/:slug/rsvps.csv': see(owner),
  'fund-drive/:slug/analytics': see(owner),
  'fund-drive/:slug/analytics.csv': see(owner),
  'fund-drive/:slug/settings': see(owner),
  'fund-drive/:slug/settings/delete': page(() => ({ sure: 'on' }), 'yes', ownersOnly),
  'fund-drive/:slug/settings/status': deed(() => ({ status: 'paused' })),
  'fund-drive/:slug/settings/collects': deed(() => ({})),

  dashboard: see(people),
  'dashboard/new': {
    get: people,
    post: { who: people, sent: () => ({ title: 'Mine', category: 'Other', raised_amount: '99', user_id: 'x' }) },
  },
  'dashboard/picture': {
    post: { who: { ...people, other: 422, owner: 422, admin: 422 }, sent: () => ({ image: notPicture }) },
  },
  'dashboard/confirm-email': { post: { who: people, sent: () => ({}) } },

  profile: see(people),
  settings: see(people),
  'settings/delete-account': see(people),
  'settings/data': see(people),
  'settings/password': see(people),
  'settings/two-factor/start': see(people),
  'settings/two-factor/off': see(people),
  admin: officePage(),
  'admin/dashboard': officePage(),
  'admin/settings': officePage(),
  'admin/settings/choose': officeDeed(() => ({ name: 'USD_KES_RATE', value: 'free', why: 'Try' }), { done: 422 }),
  'admin/settings/package': officeDeed(() => ({ name: '', views: '0', amount: 'none', why: '' }), { done: 422 }),
  'admin/settings/package/close': officeDeed(() => ({ id: crypto.randomUUID(), why: 'Try' }), { done: 409 }),
  'admin/audit': officePage(),
  'admin/audit.csv': officePage(),
  'admin/jobs': officePage(),
  // There is no such job: whoever may decide is told that somebody else has dealt with it.
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
  'admin/system-users/:id/resend': officeDeed(() => ({}), { id: 'bystander', done: 409 }),
  'admin/fund-drives': officePage(),
  'admin/fund-drives.csv': officePage(),
  'admin/fund-drives/:slug': officePage({ slug: 'slug' }),
  'admin/fund-drives/:slug/pause': officeBoth(() => ({ why: 'Reported' }), { slug: 'slug' }),
  'admin/fund-drives/:slug/open': officeBoth(() => ({ why: 'A mistake' }), { slug: 'slug', done: 409 }),
  'admin/fund-drives/:slug/freeze': officeBoth(() => ({ why: 'Reported' }), { slug: 'slug' }),
  'admin/fund-drives/:slug/free': officeBoth(() => ({ why: 'A mistake' }), { slug: 'slug', done: 409 }),
  'admin/fund-drives/:slug/give-views': officeBoth(() => ({ views: '10', why: 'On the radio' }), { slug: 'slug' }),
  'admin/disputes': officePage(),
  'admin/disputes.csv': officePage(),
  // More than is questioned.
  'admin/disputes/:dispute': {
    ...officePage({ dispute: 'dispute' }),
    ...officeDeed(() => ({ is: 'accept', amount: '11', text: 'Sorry' }), { done: 422, dispute: 'dispute' }),
  },
  // The drive owes nothing, so there is nothing to write off.
  'admin/disputes/debts/:drive': {
    get: { ...admin, admin: 404 },
    ...officeDeed(() => ({ why: 'Nobody will pay it', debt: '1' }), { done: 404, drive: 'id' }),
  },
  'admin/donations': officePage(),
  'admin/donations.csv': officePage(),
  'admin/donations/:payment': officePage({ payment: 'payment' }),
  'admin/donations/:payment/give-back': {
    ...officePage({ payment: 'payment' }),
    ...officeDeed(() => ({ amount: '10', seen: '1000', why: 'Asked for', left: '500000' }), { payment: 'payment' }),
  },
  'admin/revenue-sales': officePage(),
  'admin/revenue-sales.csv': officePage(),
  'admin/revenue-donations': officePage(),
  'admin/revenue-donations.csv': officePage(),
  'admin/books': officePage(),
  'admin/books/movements.csv': officePage(),
  'admin/books/owed': officePage(),
  'admin/books/owed.csv': officePage(),
  'admin/books/look-through': officeDeed(() => ({})),
  'admin/books/compare': officeDeed(() => ({})),
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
  'admin/books/unplaced': officePage(),
  'admin/books/unplaced.csv': officePage(),
  'admin/books/unplaced/:money': officePage({ money: 'money' }),
  // Dollars never stood in the books, so they are not given back from here.
  'admin/books/unplaced/:money/give-back': officeDeed(() => ({}), { done: 409, money: 'money' }),
  'admin/books/unplaced/:money/close': officeDeed(() => ({ note: 'Given back at the dashboard' }), { money: 'money' }),
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

  // Whoever holds a reference or a receipt is shown it; here nobody names one.
  'payment-success': see(nobody(404)),
  'receipt/:receipt': see(nobody(404)),

  '': see(everybody),
  'media/*': see(nobody(404)),
  '*': see(nobody(404)),
}

/** Asked elsewhere: where they are tested, and what they are. */
export const asked: Record<string, string> = {
  'api/track-view': 'routes/machine/track-view.test.ts',
  'api/process-donation': 'routes/machine/process-donation.test.ts',
  'api/verify-payment': 'routes/machine/verify-payment.test.ts',
  'api/create-subscription': 'routes/machine/create-subscription.test.ts',
  live: 'platform/live.test.ts and below',
  session: 'features/people/session.test.ts',
  'sign-out': 'of oneself only, features/people',
  language: 'of everybody, features/site/language.test.ts',
  'sandbox/mailbox.json': 'not where mails are sent, sandbox/mailbox.test.ts',
  'sandbox/mailbox/*': 'not where mails are sent, sandbox/mailbox.test.ts',
  'webhooks/paystack': 'of whoever signs with our key, routes/machine/paystack-webhook.test.ts',
  'sandbox/paystack/*': 'not where money is real, routes/machine/sandbox-paystack.test.ts',
  'sandbox/kit': 'not in public, routes/sandbox/kit.test.ts',
  ...Object.fromEntries(
    ['', '/sign-in', '/sign-up', '/two-factor', '/verify', '/resend', '/forgot', '/reset'].map((path) => [
      `auth${path}`,
      'the door, features/people',
    ]),
  ),
  ...Object.fromEntries(
    ['profile/save', 'profile/avatar', 'profile/avatar/remove', 'settings/sign-out-session']
      .concat(['settings/sign-out-everywhere', 'settings/preferences', 'settings/two-factor/confirm'])
      .concat(['settings/two-factor/backup-codes'])
      .map((path) => [path, 'of oneself only, features/people']),
  ),
}
