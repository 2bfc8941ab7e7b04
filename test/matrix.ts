import { office } from './matrix-admin.ts'
import { gatherings } from './matrix-gatherings.ts'
import {
  type Answers,
  everybody,
  formAction,
  helped,
  helpersAction,
  nobody,
  ofNoPledge,
  owner,
  ownersOnly,
  page,
  people,
  type Row,
  see,
  shared,
} from './matrix-rows.ts'

// Who may do what at which address (RELIABILITY, section 8). A line for every line of app/routes.ts: a new address without
// one fails the test that reads this.

const notPicture = new Blob(['none'], { type: 'text/plain' })
const preview: Answers = { ...nobody(404), treasurer: 'yes', secretary: 'yes', owner: 'yes', admin: 'yes' }
const restricted: Answers = { ...nobody(403), treasurer: 'yes', secretary: 'yes', owner: 'yes', admin: 'yes' }
const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
const visit = { name: 'Amina', phone: '0712345678', date: day, time: '09:00', guests: '2' }
const guest = () => ({ ...visit, email: `${crypto.randomUUID()}@example.org` })
const newCode = () => crypto.randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase()
const promised = () => ({ amount: '500', name: 'Amina', email: `${crypto.randomUUID()}@example.org`, dueOn: day })
const cash = () => ({ amount: '1,000', givenOn: '2026-01-02', method: 'cash', name: 'Amina' })
const receipt = () => ({ amount: '100', paidTo: 'A shop', what: 'Food', day: '2026-01-02', noPhoto: 'None' })
const donor = () => ({ amount: '1,000', email: `${crypto.randomUUID()}@example.org` })

const question = () => ({ message: 'How long does it take?', email: `${crypto.randomUUID()}@example.org` })

const info = {
  version: '1',
  title: 'A new title',
  slogan: 'a b',
  goal: '10',
  category: 'Other',
  endDate: '',
  image: '',
}

/** By address. */
export const matrix: Record<string, Row> = {
  'fundraiser/:slug': { get: everybody, paused: preview, usedUp: restricted },
  'fundraiser/:slug/comment': {
    get: everybody,
    paused: nobody(404),
    usedUp: nobody(403),
    post: { who: everybody, sent: () => ({ content: `Pole ${crypto.randomUUID()}`, likes: '99', state: 'hidden' }) },
  },
  'fundraiser/:slug/comment/report': { post: { who: everybody, sent: ({ comment }) => ({ comment }) } },
  'fundraiser/:slug/comments.json': { get: everybody, paused: nobody(404), usedUp: nobody(404) },
  'fundraiser/:slug/donations.json': { get: everybody, paused: nobody(404), usedUp: nobody(404) },
  'fundraiser/:slug/donate': {
    get: everybody,
    paused: nobody(404),
    usedUp: everybody,
    post: { who: everybody, sent: () => ({ ...donor(), status: 'succeeded', reference: 'mine' }) },
  },
  // Money came to a page that is paused, too.
  'fundraiser/:slug/claim': {
    get: everybody,
    post: { who: everybody, sent: () => ({ code: newCode(), tail: '126', state: 'placed', fund_drive_id: 'mine' }) },
  },
  'fundraiser/:slug/pledge': {
    get: everybody,
    paused: nobody(404),
    usedUp: everybody,
    post: { who: everybody, sent: () => ({ ...promised(), state: 'kept', paid: '99', source: 'list' }) },
  },
  'fundraiser/:slug/account': { get: everybody, paused: everybody, usedUp: everybody },
  'fundraiser/:slug/account.csv': { get: everybody, paused: everybody, usedUp: everybody },
  'fundraiser/:slug/book': { get: everybody, paused: everybody, usedUp: everybody },
  'fundraiser/:slug/book.csv': { get: everybody, paused: everybody, usedUp: everybody },
  'fundraiser/:slug/book.json': { get: everybody, paused: everybody, usedUp: everybody },
  'fundraiser/:slug/updates': { get: everybody, paused: everybody, usedUp: everybody },
  'fundraiser/:slug/follow': {
    get: everybody,
    paused: nobody(404),
    usedUp: nobody(403),
    post: { who: everybody, sent: () => ({ email: `${crypto.randomUUID()}@example.org`, confirmed_at: 'now' }) },
  },
  'fundraiser/:slug/recorded': { get: everybody, paused: preview, usedUp: preview },
  'fundraiser/:slug/donate.json': { get: everybody, paused: nobody(404), usedUp: everybody },
  // A page that is paused took money, so it can be reported, too.
  'fundraiser/:slug/report': {
    get: everybody,
    post: { who: everybody, sent: () => ({ reason: 'untrue', message: `No ${crypto.randomUUID()}`, state: 'closed' }) },
  },
  'fundraiser/:slug/like': { post: { who: everybody, sent: ({ comment }) => ({ comment, likes: '99' }) } },
  'fundraiser/:slug/book-visit': {
    get: everybody,
    paused: nobody(404),
    usedUp: nobody(403),
    post: { who: everybody, sent: () => ({ ...guest(), status: 'confirmed' }) },
  },
  // A dot for everybody; whether it counts is another question.
  'fundraiser/:slug/seen.gif': { get: everybody, paused: everybody, usedUp: everybody },
  'fundraiser/:slug/preview/:file': { get: everybody, paused: nobody(404), usedUp: nobody(404) },
  'fund-drive/:slug': { get: everybody, paused: preview, usedUp: restricted },

  'fund-drive/:slug/home': see(shared),
  'fund-drive/:slug/qr.png': see(shared),
  'fund-drive/:slug/poster': see(shared),
  'fund-drive/:slug/info': see(owner),
  'fund-drive/:slug/card.jpg': see(shared),
  'manifest.webmanifest': see(everybody),
  discover: see(everybody),
  'sitemap.xml': see(everybody),
  'robots.txt': see(everybody),
  'h/:name': see(nobody(404)),
  'fund-drive/:slug/info/short-link': formAction(() => ({ name: '' })),
  'fund-drive/:slug/info/focus': formAction(({ picture }) => ({ picture, x: '10', y: '20' }), 409),
  'fund-drive/:slug/info/save': page(() => info),
  'fund-drive/:slug/description': page(() => ({ version: '1', description: '<p>New</p>' })),
  'fund-drive/:slug/images': see(owner),
  'fund-drive/:slug/images/add': formAction(() => ({ image: notPicture }), 422),
  'fund-drive/:slug/images/caption': formAction(({ image }) => ({ image, caption: 'New' })),
  'fund-drive/:slug/images/move': formAction(({ image }) => ({ image, before: '' })),
  'fund-drive/:slug/images/remove': formAction(({ image }) => ({ image })),
  'fund-drive/:slug/images/restore': formAction(({ picture }) => ({ url: picture, caption: 'Back', before: '' })),
  'fund-drive/:slug/video': see(owner),
  'fund-drive/:slug/video/add': page(() => ({ url: 'https://youtu.be/aaaaaaaaaaa' }), 'yes', ownersOnly),
  'fund-drive/:slug/video/title': formAction(({ video }) => ({ video, title: 'New' })),
  'fund-drive/:slug/video/move': formAction(({ video }) => ({ video, before: '' })),
  'fund-drive/:slug/video/remove': formAction(({ video }) => ({ video })),
  'fund-drive/:slug/video/restore': formAction(() => ({ url: 'https://youtu.be/bbbbbbbbbbb', title: '', before: '' })),
  'fund-drive/:slug/beneficiary': page(() => ({
    name: 'Mama Achieng',
    relation: 'My mother',
    contact: `${crypto.randomUUID()}@example.org`,
    answer: 'yes',
  })),
  'fund-drive/:slug/updates': {
    ...see(helped),
    ...helpersAction(() => ({ key: crypto.randomUUID(), words: 'The roof is on', hidden_at: 'now', by: 'mine' })),
  },
  'fund-drive/:slug/updates/remove': helpersAction(({ update }) => ({ update })),
  'fund-drive/:slug/papers': page(() => ({ purpose: 'cause', photo: notPicture, delete_at: 'never' }), 422),
  'fund-drive/:slug/papers/remove': formAction(({ paper }) => ({ paper })),
  'fund-drive/:slug/donations': see(helped),
  'fund-drive/:slug/donations.csv': see(helped),
  // Here nobody names one that is there.
  'fund-drive/:slug/donations/back': page(() => ({ gift: '999999999', why: 'a slip', amount: '1' }), 404, {
    ...ownersOnly,
    owner: 404,
  }),
  'fund-drive/:slug/recorded': see(helped),
  'fund-drive/:slug/recorded.csv': see(helped),
  'fund-drive/:slug/recorded/add': {
    ...see({ ...ownersOnly, treasurer: 'yes' }),
    ...helpersAction(() => ({ ...cash(), name: crypto.randomUUID(), key: crypto.randomUUID(), recorded_by: 'x' })),
  },
  // Here nobody names one that is there.
  'fund-drive/:slug/recorded/:gift': {
    ...see({ ...helped, treasurer: 404, owner: 404, admin: 404 }),
    ...helpersAction(() => ({ ...cash(), why: 'a slip', version: '1' }), 404),
  },
  'fund-drive/:slug/recorded/:gift/void': helpersAction(() => ({ why: 'twice' }), 404),
  'fund-drive/:slug/bridge': {
    ...see({ ...ownersOnly, treasurer: 'yes' }),
    ...helpersAction(() => ({ text: `1. Amina ${crypto.randomUUID()} 500 ✅` })),
  },
  'fund-drive/:slug/bridge/rows': {
    ...see({ ...ownersOnly, treasurer: 'yes' }),
    ...helpersAction(() => ({ paste: '999999999', 'pick.1': 'on' }), 422),
  },
  'fund-drive/:slug/bridge/undo': helpersAction(() => ({ paste: '999999999' }), 404),
  'fund-drive/:slug/list': see(helped),
  'fund-drive/:slug/list.txt': see(helped),
  'fund-drive/:slug/list.jpg': see(helped),
  'fund-drive/:slug/statement': see(owner),
  'fund-drive/:slug/statement.csv': see(owner),
  'fund-drive/:slug/payouts': see(helped),
  'fund-drive/:slug/payouts.csv': see(owner),
  // A drive that has raised nothing has nothing to withdraw, and nobody has another person's method.
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
  // A drive of the table has no withdrawal that waits for its treasurers.
  'fund-drive/:slug/payouts/:payout': {
    ...see({ ...helped, treasurer: 404, owner: 404, admin: 404 }),
    ...helpersAction(() => ({ verdict: 'yes', again: 'pull together', by: 'mine', how: 'sms' }), 404),
  },
  // Nothing changes there.
  'fund-drive/:slug/payouts/changes': {
    ...see(helped),
    ...helpersAction(() => ({ change: '999999999', what: 'object', again: 'pull together' }), 404),
  },
  // A drive of the table was given nothing.
  'fund-drive/:slug/settings/give-back': page(
    () => ({ title: 'A new title', again: 'pull together' }),
    422,
    ownersOnly,
  ),
  'fund-drive/:slug/settings/signatures': formAction(() => ({ signatures: '0' })),
  // The owner is no treasurer of their own.
  'fund-drive/:slug/payouts/named': {
    post: { who: { ...ownersOnly, owner: 404, treasurer: 'yes' }, sent: () => ({ named: 'on', user_id: 'x' }) },
  },
  'fund-drive/:slug/payouts/cancel': formAction(() => ({ request: '999999999' }), 404),
  'fund-drive/:slug/payouts/methods/remove': formAction(() => ({ method: crypto.randomUUID() }), 404),
  'fund-drive/:slug/payouts/buy-views': page(() => ({ package: crypto.randomUUID() }), 409, ownersOnly),
  'fund-drive/:slug/money': {
    ...see(helped),
    ...helpersAction(() => ({ key: crypto.randomUUID(), what: 'Medicine', plan: '500', was: '1', fund_drive_id: 'x' })),
  },
  'fund-drive/:slug/money/lines/change': helpersAction(() => ({ line: '1', plan: '500' }), 404),
  'fund-drive/:slug/money/lines/end': helpersAction(() => ({ line: '1' }), 404),
  'fund-drive/:slug/payouts/institution': page(
    () => ({ name: `Kijani Hospital ${crypto.randomUUID()}`, where: 'Its bill', state: 'closed' }),
    'yes',
    ownersOnly,
  ),
  // A drive of the table has withdrawn nothing.
  'fund-drive/:slug/money/:payout': {
    ...see({ ...helped, treasurer: 404, owner: 404, admin: 404 }),
    ...helpersAction(() => ({ ...receipt(), key: crypto.randomUUID(), posted_by: 'x' }), 404),
  },
  'fund-drive/:slug/money/:payout/list': {
    ...see({ ...helped, treasurer: 404, owner: 404, admin: 404 }),
    ...helpersAction(() => ({ ...receipt(), rows: 'Amina, 100, 2/1/2026', key: crypto.randomUUID() }), 404),
  },
  'fund-drive/:slug/money/:payout/undo': helpersAction(() => ({ receipt: '1', why: 'Twice' }), 404),
  'fund-drive/:slug/pledges': see(helped),
  'fund-drive/:slug/pledges.csv': see(helped),
  'fund-drive/:slug/pledges/write': {
    ...see({ ...ownersOnly, treasurer: 'yes' }),
    ...helpersAction(() => ({ ...promised(), key: crypto.randomUUID(), paid: '99', source: 'giver' })),
  },
  'fund-drive/:slug/pledges/cash': ofNoPledge({ amount: '100', givenOn: '2026-01-02', method: 'cash' }),
  'fund-drive/:slug/pledges/gift': ofNoPledge({ gift: 'gift 999999999' }),
  'fund-drive/:slug/pledges/gift/remove': helpersAction(() => ({ pledge: '999999999', part: '999999999' }), 404),
  'fund-drive/:slug/pledges/remind': see({ ...ownersOnly, owner: 404 }),
  'fund-drive/:slug/pledges/phone': helpersAction(() => ({ pledge: '999999999' }), 404),
  'fund-drive/:slug/pledges/release': helpersAction(() => ({ pledge: '999999999' }), 404),
  'fund-drive/:slug/comments': see(owner),
  'fund-drive/:slug/comments/state': formAction(({ comment }) => ({ comment, state: 'hidden' })),
  'fund-drive/:slug/comments/reply': formAction(({ comment }) => ({ comment, reply: 'Asante' })),
  'fund-drive/:slug/comments/mark': formAction(({ comment }) => ({ comment, mark: 'pinned' })),
  'fund-drive/:slug/comments/delete': formAction(({ comment }) => ({ comment })),
  'fund-drive/:slug/comments/restore': formAction(({ comment }) => ({ comment })),
  'fund-drive/:slug/comments.csv': see(owner),
  'fund-drive/:slug/rsvps': see(owner),
  'fund-drive/:slug/rsvps/place': page(
    () => ({ address: 'Kondele, Kisumu', directions: '', phone: '' }),
    'yes',
    ownersOnly,
  ),
  'fund-drive/:slug/rsvps/decide': formAction(({ visit }) => ({ visit, status: 'confirmed' })),
  'fund-drive/:slug/rsvps.csv': see(owner),
  'fund-drive/:slug/analytics': see(owner),
  'fund-drive/:slug/analytics.csv': see(owner),
  'fund-drive/:slug/settings': see(owner),
  'fund-drive/:slug/settings/delete': page(() => ({ sure: 'on' }), 'yes', ownersOnly),
  'fund-drive/:slug/home/shares': { post: { who: { ...shared, admin: 403 }, sent: () => ({}) } },
  // The owner does not help: there is nothing to leave.
  'fund-drive/:slug/home/leave': { post: { who: { ...shared, owner: 404, admin: 403 }, sent: () => ({}) } },
  'fund-drive/:slug/home/steps': formAction(() => ({})),
  'fund-drive/:slug/settings/status': formAction(() => ({ status: 'paused' })),
  'fund-drive/:slug/settings/collects': formAction(() => ({})),
  'fund-drive/:slug/settings/list': formAction(() => ({})),
  'fund-drive/:slug/settings/thanks': formAction(() => ({ thanks: 'Asante sana' })),
  'fund-drive/:slug/settings/recorded': formAction(() => ({})),
  'fund-drive/:slug/settings/helpers': page(() => ({ invited: 'Otieno', role: 'secretary' })),
  'fund-drive/:slug/settings/helpers/remove': formAction(() => ({ helper: '999999999' }), 404),
  'fund-drive/:slug/settings/code': formAction(() => ({ word: '' })),

  ...gatherings,

  dashboard: see(people),
  'dashboard/new': {
    get: people,
    post: { who: people, sent: () => ({ title: 'Mine', category: 'Other', raised_amount: '99', user_id: 'x' }) },
  },
  'dashboard/picture': {
    post: {
      who: { ...people, other: 422, treasurer: 422, secretary: 422, owner: 422, admin: 422 },
      sent: () => ({ image: notPicture }),
    },
  },
  'dashboard/confirm-email': { post: { who: people, sent: () => ({}) } },

  giving: see(people),
  'giving/forget': see(people),
  profile: see(people),
  settings: see(people),
  'settings/delete-account': see(people),
  'settings/data': see(people),
  'settings/password': see(people),
  'settings/email': see(people),
  // The person who is signed in has been asked nothing by text.
  'w/:way': see({ ...nobody(404), visitor: 'auth', expired: 'auth' }),
  'settings/phone': see(people),
  'settings/two-factor/start': see(people),
  'settings/two-factor/off': see(people),
  ...office,

  // A person who holds a reference or a receipt is shown it; here nobody names one.
  // Nobody's page but the operator's: the person who asks for another name finds none.
  'about/help/write': { get: everybody, post: { who: everybody, sent: () => ({ ...question(), state: 'closed' }) } },
  'about/:page': see(nobody(404)),
  'payment-success': see(nobody(404)),
  'pay/:reference': see(nobody(404)),
  'claim/:token': see(nobody(404)),
  'receipt/:receipt': see(nobody(404)),
  'receipt/:receipt/back': see(nobody(404)),
  'receipt/:receipt/back/code': see(nobody(404)),
  'receipt/:receipt/back/:key': see(nobody(404)),
  'pledge/:token': see(nobody(404)),
  'given/:receipt': see(nobody(404)),
  'follow/:token': see(nobody(404)),
  'unfollow/:token': see(nobody(404)),
  'i/:link': see(nobody(404)),
  // Of a gathering, and no drive is one.
  'invitation/:slug': see(nobody(404)),
  'beneficiary/:token': see(nobody(404)),
  'help/:token': see(nobody(404)),

  '': see(everybody),
  'media/*': see(nobody(404)),
  '*': see(nobody(404)),
}
