import { type Selectable, type SqlBool, sql } from 'kysely'
import { reasonIn } from '#app/kit/provider-reasons.ts'
import { wordsIn } from '#app/kit/words.ts'
import type { Db } from '#app/platform/db.server.ts'
import { refusedSince } from '#app/platform/mail/suppressions.server.ts'
import type { DB } from '#db/types.ts'

const english = wordsIn('en')

/**
 * Returns everything that is stored about a person, for download. Proofs of identity (hashes, tokens, the second factor's secret) are
 * left out: a person who gets hold of the file must not be able to sign in with it.
 */
export async function everythingAbout(db: Db, userId: string) {
  const [user, profile, role, sessions, accounts, factor, changes, phones, made, money, giving] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(),
    db.selectFrom('profiles').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow(),
    db.selectFrom('user_roles').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    sessionsOf(db, userId).execute(),
    db.selectFrom('accounts').selectAll().where('user_id', '=', userId).orderBy('created_at').limit(100).execute(),
    db.selectFrom('two_factors').select('verified').where('user_id', '=', userId).executeTakeFirst(),
    changesOf(db, userId).execute(),
    db.selectFrom('user_phones').selectAll().where('user_id', '=', userId).orderBy('phone').limit(100).execute(),
    madeBy(db, userId),
    moneyOf(db, userId),
    givingOf(db, userId),
  ])
  return {
    account: {
      ...accountOf(user, user.email ? await refusedSince(db, user.email) : null),
      emailChanges: changes.map(changeOf),
      phones: phones.map(phoneOf),
    },
    profile: profileOf(profile),
    role: { role: role?.role ?? 'user', grantedBy: role?.granted_by ?? null, since: role?.created_at ?? null },
    preferences: { language: user.language, mailActivity: user.mail_activity, mailNews: user.mail_news },
    signIn: {
      ways: accounts.map((way) => ({ kind: way.provider_id, since: way.created_at, changedAt: way.updated_at })),
      twoFactor: factor?.verified ?? false,
    },
    sessions: sessions.map(sessionOf),
    ...made,
    ...money,
    ...giving,
  }
}

const accountOf = (user: Selectable<DB['users']>, refused: Date | null) => ({
  id: user.id,
  email: user.email,
  emailVerified: user.email_verified,
  createdAt: user.created_at,
  updatedAt: user.updated_at,
  lastSeenAt: user.seen_at,
  withdrawalsFrom: user.withdrawals_from,
  emailRefusedSince: refused,
})

const phoneOf = (row: Selectable<DB['user_phones']>) => ({
  phone: row.phone,
  confirmedAt: row.confirmed_at,
  lastUsedAt: row.used_at,
})

const profileOf = (profile: Selectable<DB['profiles']>) => ({
  fullName: profile.full_name,
  username: profile.username,
  avatar: profile.avatar_url,
  createdAt: profile.created_at,
  updatedAt: profile.updated_at,
})

const sessionOf = (session: Selectable<DB['sessions']>) => ({
  device: session.user_agent,
  address: session.ip_address,
  signedInAt: session.created_at,
  lastUsedAt: session.updated_at,
  endsAt: session.expires_at,
})

const changesOf = (db: Db, userId: string) =>
  db.selectFrom('email_changes').selectAll().where('user_id', '=', userId).orderBy('created_at').limit(100)

const sessionsOf = (db: Db, userId: string) =>
  db.selectFrom('sessions').selectAll().where('user_id', '=', userId).orderBy('created_at').limit(1000)

const changeOf = (change: Selectable<DB['email_changes']>) => ({
  from: change.from_email,
  to: change.to_email,
  askedAt: change.created_at,
  oldConfirmedAt: change.old_confirmed_at,
  newConfirmedAt: change.new_confirmed_at,
  way: change.way,
  movesAt: change.due_at,
  doneAt: change.done_at,
})

async function madeBy(db: Db, userId: string) {
  const own = [gatheringsOf(db, userId).execute(), bookOf(db, userId).execute()] as const
  const made = [drivesOf(db, userId), picturesOf(db, userId), ...own] as const
  const [drives, pictures, gatherings, kumbukumbu] = await Promise.all(made)
  return { drives, gatherings, pictures, kumbukumbu }
}

/** Returns the drives they opened, and the view credits of each drive. Acts of others there are not theirs to take. */
async function drivesOf(db: Db, userId: string) {
  const [drives, credits] = await Promise.all([openedBy(db, userId).execute(), creditsOf(db, userId).execute()])
  const ofDrive = Map.groupBy(credits, (row) => row.fund_drive_id)
  return drives.map((drive) => driveTaken(drive, ofDrive.get(drive.id) ?? []))
}

const openedBy = (db: Db, userId: string) =>
  db
    .selectFrom('fund_drives as d')
    .leftJoin('visit_places as v', 'v.fund_drive_id', 'd.id')
    .selectAll('d')
    .select(sql<string | null>`d.end_date::text`.as('end_day'))
    .select(['v.address', 'v.directions', 'v.phone'])
    .select(
      sql<string | null>`(select english from own_categories o where o.id = d.own_category_id)`.as('own_category'),
    )
    .select(
      sql<string[]>`array(select code from drive_codes c where c.fund_drive_id = d.id order by c.since, c.code)`.as(
        'codes',
      ),
    )
    .where('d.user_id', '=', userId)
    .orderBy('d.created_at')
    .limit(10_000)

const creditsOf = (db: Db, userId: string) =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('subscription_packages as p', 'p.id', 's.package_id')
    .selectAll('s')
    .select('p.name')
    .where('s.user_id', '=', userId)
    .orderBy('s.created_at')
    .limit(10_000)

type RowOf<Query extends (...of: never[]) => { executeTakeFirstOrThrow(): unknown }> = Awaited<
  ReturnType<ReturnType<Query>['executeTakeFirstOrThrow']>
>

const driveTaken = (drive: RowOf<typeof openedBy>, credits: RowOf<typeof creditsOf>[]) => ({
  id: drive.id,
  address: drive.slug,
  shortName: drive.short_name,
  codes: drive.codes,
  title: drive.title,
  slogan: drive.campaign_slogan,
  description: drive.description,
  category: drive.own_category ?? drive.category,
  location: drive.location,
  image: drive.image_url,
  collectsDonations: drive.collect_donations,
  goalInCents: drive.goal_amount,
  feePolicy: drive.fee_policy,
  feePercent: drive.fee_bps / 100,
  endDate: drive.end_day,
  status: drive.status,
  pausedSince: drive.paused_at,
  pausedByUs: drive.stopped_at && { since: drive.stopped_at, why: drive.stopped_why },
  publishedAt: drive.published_at,
  listedSince: drive.listed_at,
  publishedWith: drive.published_with,
  createdAt: drive.created_at,
  updatedAt: drive.updated_at,
  thankYouWords: drive.thanks,
  visitPlace: { address: drive.address, directions: drive.directions, phone: drive.phone },
  viewCredits: credits.map((row) => ({
    package: row.name,
    views: row.views,
    used: row.used_views,
    remaining: row.remaining_views,
    status: row.status,
    since: row.created_at,
  })),
})

/** Returns the pictures they uploaded; each can be fetched at its address. */
const picturesOf = (db: Db, userId: string) =>
  db
    .selectFrom('pictures')
    .select(['url as address', 'source as fetchedFrom', 'width', 'height', 'colour', 'created_at as createdAt'])
    .select(['focus_x as focusX', 'focus_y as focusY'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(10_000)
    .execute()

/** Returns the views they bought, where they have money sent, and their withdrawals. */
async function moneyOf(db: Db, userId: string) {
  const own = 10_000
  const [payments, methods, payouts] = await Promise.all([
    db.selectFrom('payments').selectAll().where('user_id', '=', userId).orderBy('id').limit(own).execute(),
    db.selectFrom('withdrawal_methods').selectAll().where('user_id', '=', userId).limit(own).execute(),
    db.selectFrom('payout_requests').selectAll().where('user_id', '=', userId).orderBy('id').limit(own).execute(),
  ])
  return {
    purchases: payments.map(purchaseOf),
    withdrawalMethods: methods.map(methodOf),
    withdrawals: payouts.map(withdrawalOf),
  }
}

const purchaseOf = (row: Selectable<DB['payments']>) => ({
  reference: row.reference,
  drive: row.fund_drive_id,
  views: row.views,
  cents: row.amount,
  currency: row.currency,
  refundedInCents: row.reversed,
  status: row.status,
  failure: row.failure && reasonIn(english, row.failure),
  channel: row.channel,
  email: row.donor_email,
  language: row.language,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  paidAt: row.settled_at,
})

const methodOf = (row: Selectable<DB['withdrawal_methods']>) => ({
  kind: row.method_type,
  institution: row.institution_id,
  numberThere: row.paybill_account,
  bank: row.bank_name,
  account: row.account_number,
  name: row.account_name,
  phone: row.phone_number,
  operator: row.mobile_operator,
  createdAt: row.created_at,
  removedAt: row.removed_at,
})

const withdrawalOf = (row: Selectable<DB['payout_requests']>) => ({
  id: row.id,
  drive: row.fund_drive_id,
  cents: row.amount,
  feeInCents: row.fee,
  receivedInCents: row.net,
  typedInCents: row.typed,
  part: { number: row.part, of: row.parts },
  status: row.status,
  notes: reasonIn(english, row.notes),
  treasurersNeeded: row.needs,
  purpose: row.purpose,
  destination: row.destination,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Returns the book in which they wrote who helped them, as they read it themselves. */
const bookOf = (db: Db, userId: string) =>
  db
    .selectFrom('remembered as r')
    .select(['r.name', 'r.phone', 'r.what as occasion', 'r.people', 'r.words', 'r.created_at as createdAt'])
    .select([
      sql<string | null>`r.day::text`.as('day'),
      sql<number | null>`coalesce(r.gave, (select sum(x.amount) from guest_paid x
        where x.supporter_id = r.supporter_id))::bigint`.as('gaveInCents'),
    ])
    .where('r.user_id', '=', userId)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(10_000)

/** Their posts to guests, with photos. The people who asked about a photo are not theirs to take. */
const postsOf = sql<
  unknown[]
>`coalesce((select jsonb_agg(jsonb_build_object('words', t.words, 'createdAt', t.created_at,
  'photos', coalesce((select jsonb_agg(jsonb_build_object('picture', o.image_url, 'shows', o.alt) order by o.place)
    from post_photos o where o.post_id = t.id), '[]'::jsonb)) order by t.created_at, t.id)
  from gathering_posts t where t.gathering_id = gatherings.id), '[]'::jsonb)`

/** Returns the events they invite to. The guests are not theirs to take: a guest can be removed. */
const gatheringsOf = (db: Db, userId: string) =>
  db
    .selectFrom('gatherings')
    .select([
      'id',
      'slug as address',
      'fund_drive_id as drive',
      'title',
      'hosts',
      'style',
      'words',
      'image_url as picture',
      'contact',
      'newcomers',
      'opening',
      'sign',
    ])
    .select(['language', 'status', 'stopped_why as stoppedWhy', 'vouched_at as vouchedAt', 'created_at as createdAt'])
    .select(postsOf.as('posts'))
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(10_000)

/** Returns their gifts, pledges and claims, and gifts that others recorded for them, as on /giving. */
async function givingOf(db: Db, userId: string) {
  const [gifts, pledges, recordedGifts, claims] = await Promise.all([
    giftsOf(db, userId),
    pledgesOf(db, userId),
    recordedOf(db, userId),
    claimsOf(db, userId),
  ])
  return { gifts, pledges, recordedGifts, claims }
}

const most = 10_000

const giftsOf = (db: Db, userId: string) =>
  db
    .selectFrom('payments as p')
    .leftJoin('donations as d', 'd.payment_id', 'p.id')
    .leftJoin('fund_drives as f', 'f.id', 'p.fund_drive_id')
    .where(sql<SqlBool>`p.id in (select given_by(${userId}))`)
    .select([
      'f.title as drive',
      'f.slug as address',
      'p.amount as cents',
      'p.currency',
      'p.reversed as refundedInCents',
    ])
    .select(['p.status', 'p.reference', 'd.receipt', 'p.anonymous', 'p.donor_name as name', 'p.donor_email as email'])
    .select(['p.donor_phone as phone', 'p.message', 'p.channel', 'p.created_at as createdAt', 'p.settled_at as paidAt'])
    .orderBy('p.id')
    .limit(most)
    .execute()

/** Returns pledges without their links: a link can change its pledge. */
const pledgesOf = (db: Db, userId: string) =>
  db
    .selectFrom('pledges as g')
    .innerJoin('fund_drives as f', 'f.id', 'g.fund_drive_id')
    .where(sql<SqlBool>`g.id in (select promised_by(${userId}))`)
    .select(['f.title as drive', 'f.slug as address', 'g.amount as cents', 'g.paid as paidInCents', 'g.state'])
    .select(['g.name', 'g.phone', 'g.email', 'g.anonymous', 'g.source', 'g.agreed', 'g.created_at as createdAt'])
    .select(sql<string | null>`g.due_on::text`.as('dueOn'))
    .orderBy('g.id')
    .limit(most)
    .execute()

const recordedOf = (db: Db, userId: string) =>
  db
    .selectFrom('recorded_gifts as r')
    .innerJoin('fund_drives as f', 'f.id', 'r.fund_drive_id')
    .innerJoin('profiles as p', 'p.user_id', 'r.recorded_by')
    .where(sql<SqlBool>`r.id in (select recorded_for(${userId}))`)
    .select(['f.title as drive', 'f.slug as address', 'r.amount as cents', 'r.method', 'r.code', 'r.name', 'r.phone'])
    .select(['r.note', 'r.anonymous', 'r.receipt', 'p.full_name as recordedBy', 'r.created_at as recordedAt'])
    .select(['r.voided_at as voidedAt', sql<string>`r.given_on::text`.as('givenOn')])
    .orderBy('r.id')
    .limit(most)
    .execute()

const claimsOf = (db: Db, userId: string) =>
  db
    .selectFrom('claims as c')
    .innerJoin('fund_drives as f', 'f.id', 'c.fund_drive_id')
    .where(sql<SqlBool>`c.id in (select claimed_by(${userId}))`)
    .select(['f.title as drive', 'f.slug as address', 'c.receipt as code', 'c.name', 'c.phone', 'c.message', 'c.state'])
    .select(['c.anonymous', 'c.created_at as createdAt'])
    .orderBy('c.id')
    .limit(most)
    .execute()
