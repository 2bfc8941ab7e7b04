import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { holder, signedIn, someDrive, somePerson } from '#test/make.ts'
import {
  askPassword,
  changePassword,
  deleteAccount,
  mailWishesOf,
  saveLanguage,
  saveMailWishes,
  saveProfile,
} from './account.server.ts'
import { passwordForm, profileForm } from './account-forms.ts'
import { devicesOf, signOutDevice, signOutEverywhere } from './device.server.ts'
import { everythingAbout } from './export.server.ts'

let db: Db
beforeAll(async () => {
  db = await testDatabase()
})

const count = async (table: 'sessions' | 'users', userId: string) =>
  Number(
    (
      await db
        .selectFrom(table)
        .select((make) => make.fn.countAll().as('n'))
        .where(table === 'users' ? 'users.id' : 'sessions.user_id', '=', userId)
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('the profile', () => {
  test('takes another name and username [T142]', async () => {
    const { id } = await somePerson(db)
    await saveProfile(db, id, profileForm.parse({ fullName: '  Achieng  Otieno ', username: 'Achieng.O' }))
    const row = await db.selectFrom('profiles').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ full_name: 'Achieng Otieno', username: 'achieng.o' })
  })

  test('refuses a username that another person has, at its field, and changes nothing', async () => {
    await somePerson(db, { username: 'wanjiku' })
    const { id } = await somePerson(db, { fullName: 'Before' })
    const refusal = await saveProfile(db, id, { fullName: 'After', username: 'wanjiku' }).catch((error) => error)
    expect(refusal).toMatchObject({ status: 422, field: 'username', message: 'This username is already taken.' })
    const row = await db.selectFrom('profiles').select('full_name').where('user_id', '=', id).executeTakeFirstOrThrow()
    expect(row.full_name).toBe('Before')
  })

  test('keeps its own username without a word', async () => {
    const { id } = await somePerson(db, { username: 'still.mine' })
    await saveProfile(db, id, { fullName: 'Still Me', username: 'still.mine' })
  })

  test('of ten people who take one username at once, one gets it', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => somePerson(db)))
    const all = await Promise.allSettled(
      people.map(({ id }) => saveProfile(db, id, { fullName: 'X', username: 'one' })),
    )
    expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  })
})

describe('preferences', () => {
  test('mail wishes and the language are remembered', async () => {
    const { id } = await somePerson(db)
    expect(await mailWishesOf(db, id)).toEqual({ activity: true, news: false })
    await saveMailWishes(db, id, { activity: false, news: true })
    await saveLanguage(db, id, 'sw')
    expect(await mailWishesOf(db, id)).toEqual({ activity: false, news: true })
    const row = await db.selectFrom('users').select('language').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.language).toBe('sw')
  })
})

describe('the password', () => {
  test('the new one must differ from the current one', () => {
    const read = passwordForm.safeParse({ currentPassword: 'harambee', newPassword: 'harambee' })
    expect(read.error?.issues[0]?.path).toEqual(['newPassword'])
  })

  test('is asked for again, and a wrong one is refused at its field', async () => {
    const person = await somePerson(db)
    await askPassword(db, person.id, person.password)
    await expect(askPassword(db, person.id, 'not it')).rejects.toMatchObject({ status: 422, field: 'password' })
  })

  test('changing it ends every other session, keeps this one, and a mail tells of it', async () => {
    const person = await somePerson(db)
    const [here, there] = [await signedIn(person), await signedIn(person)]
    const { session } = (await holder(db, here.headers))!
    const change = (currentPassword: string) =>
      changePassword(db, { id: person.id, sessionId: session.id }, { currentPassword, newPassword: 'umoja ni nguvu' })
    await expect(change('guess')).rejects.toMatchObject({ status: 422, field: 'currentPassword' })
    expect(await holder(db, there.headers)).not.toBeNull()
    await change(person.password)
    expect(await holder(db, there.headers)).toBeNull()
    expect(await holder(db, here.headers)).not.toBeNull()
    await expect(signedIn(person)).rejects.toThrow()
    await signedIn({ ...person, password: 'umoja ni nguvu' })
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from graphile_worker.jobs
      where task_identifier = 'mail-password-changed' and key like ${`%${person.id}`}`.execute(db)
    expect(rows[0]!.n).toBe(1)
  })
})

describe('devices', () => {
  test('each sign-in is a device; one is signed out and the others stay', async () => {
    const person = await somePerson(db)
    const phone = await signedIn(person, 'Chrome/148 (Android) Mobile')
    const desk = await signedIn(person, 'Firefox/150 (Windows)')
    const here = (await holder(db, desk.headers))!.session.id
    const devices = await devicesOf(db, person.id, { language: 'en', here })
    expect(devices).toHaveLength(2)
    expect(devices.find((device) => device.here)).toMatchObject({ browser: 'Firefox', system: 'Windows' })
    const other = devices.find((device) => !device.here)!
    expect(other).toMatchObject({ browser: 'Chrome', system: 'Android', kind: 'phone' })
    await signOutDevice(db, person.id, other.id)
    expect(await holder(db, phone.headers)).toBeNull()
    expect((await holder(db, desk.headers))?.person.id).toBe(person.id)
  })

  test('nobody signs out another person’s device', async () => {
    const [mine, other] = [await somePerson(db), await somePerson(db)]
    const theirs = await signedIn(other)
    const [device] = await devicesOf(db, other.id, { language: 'en', here: '' })
    await signOutDevice(db, mine.id, device!.id)
    expect((await holder(db, theirs.headers))?.person.id).toBe(other.id)
  })

  test('signing out everywhere ends every session of this person and of nobody else', async () => {
    const [person, other] = [await somePerson(db), await somePerson(db)]
    for (let at = 0; at < 3; at++) await signedIn(person)
    await signedIn(other)
    await signOutEverywhere(db, person.id)
    expect([await count('sessions', person.id), await count('sessions', other.id)]).toEqual([0, 1])
  })
})

/** Every value of every text column of the product's tables and of the waiting jobs. */
async function allText(): Promise<string> {
  const { rows: columns } = await sql<{ place: string; name: string }>`
    select format('%I.%I', table_schema, table_name) as place, quote_ident(column_name) as name
    from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema', 'sandbox')
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'uuid')`.execute(db)
  const all: string[] = []
  for (const { place, name } of columns) {
    const { rows } = await sql<{ v: string }>`select ${sql.raw(name)}::text as v from ${sql.raw(place)}`.execute(db)
    all.push(...rows.map((row) => String(row.v)))
  }
  return all.join('\n').toLowerCase()
}

describe('deleting the account', () => {
  const name = { email: 'nyambura.kamau@example.test', fullName: 'Nyambura Kamau', username: 'nyambura_k' }

  test('leaves no trace of who it was, and a row for the books', async () => {
    const person = await somePerson(db, name)
    await signedIn(person, 'A browser of Nyambura Kamau')
    await db
      .insertInto('verifications')
      .values({ identifier: 'x', value: person.id, expires_at: new Date(Date.now() + 60_000) })
      .execute()
    const before = await allText()
    for (const word of ['nyambura', person.email]) expect(before).toContain(word)
    await deleteAccount(db, person.id, person.password)
    const after = await allText()
    for (const word of ['nyambura', 'kamau', person.email]) expect(after).not.toContain(word)
    expect(await count('users', person.id)).toBe(1)
    const row = await db.selectFrom('profiles').selectAll().where('user_id', '=', person.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ full_name: 'Deleted person', username: null, avatar_url: null })
    for (const table of ['sessions', 'accounts', 'two_factors', 'user_roles'] as const)
      expect(await db.selectFrom(table).selectAll().where('user_id', '=', person.id).execute()).toEqual([])
  })

  test('frees the address and the username for a new account', async () => {
    const again = await somePerson(db, name)
    expect((await holder(db, (await signedIn(again)).headers))?.person.fullName).toBe(name.fullName)
  })

  test('needs the password', async () => {
    const person = await somePerson(db)
    await expect(deleteAccount(db, person.id, 'guess')).rejects.toMatchObject({ field: 'password' })
    expect((await signedIn(person)).response.user.id).toBe(person.id)
  })

  test('can be done twice at once without harm', async () => {
    const person = await somePerson(db)
    const all = await Promise.allSettled([1, 2, 3].map(() => deleteAccount(db, person.id, person.password)))
    expect(all.some((one) => one.status === 'fulfilled')).toBe(true)
    expect(await count('users', person.id)).toBe(1)
  })

  test('is refused to the last administrator; of ten who go at once, one has to stay', async () => {
    const admins = await Promise.all(Array.from({ length: 10 }, () => somePerson(db, { admin: true })))
    const all = await Promise.allSettled(admins.map(({ id, password }) => deleteAccount(db, id, password)))
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(1)
    expect(refused[0]).toMatchObject({
      status: 409,
      message: 'You are the only administrator. Make someone else an administrator first.',
    })
  })
})

describe('my data', () => {
  test('holds everything kept about the person and nothing one could sign in with', async () => {
    const person = await somePerson(db, { fullName: 'Kiprop Rono', username: 'kiprop' })
    await signedIn(person, 'Firefox/150 (Kiprop)')
    const data = await everythingAbout(db, person.id)
    const text = JSON.stringify(data)
    expect(data).toMatchObject({
      account: { email: person.email, emailVerified: true },
      profile: { fullName: 'Kiprop Rono', username: 'kiprop' },
      role: { role: 'user' },
      preferences: { mailActivity: true, mailNews: false },
      sessions: [{ device: 'Firefox/150 (Kiprop)' }],
    })
    const secrets = [
      ...(await db.selectFrom('accounts').select('password as secret').where('user_id', '=', person.id).execute()),
      ...(await db.selectFrom('sessions').select('token as secret').where('user_id', '=', person.id).execute()),
    ]
    expect(secrets).toHaveLength(2)
    for (const { secret } of secrets) expect(text).not.toContain(secret)
  })

  test('holds the person’s drives and nobody else’s', async () => {
    const { id } = await somePerson(db)
    await someDrive(db, { ownerId: id, title: 'Mine alone', endDate: '2099-12-31' })
    await someDrive(db)
    expect((await everythingAbout(db, id)).drives).toMatchObject([
      {
        title: 'Mine alone',
        goalInCents: 100000,
        endDate: '2099-12-31',
        viewCredits: [{ package: 'Free', remaining: 15 }],
        visitPlace: { address: null, directions: null, phone: null },
      },
    ])
  })

  test('every column that belongs to a person is either in it or left out on purpose', async () => {
    const leftOut = [
      'accounts.password',
      'accounts.access_token',
      'accounts.refresh_token',
      'accounts.id_token',
      'accounts.access_token_expires_at',
      'accounts.refresh_token_expires_at',
      'accounts.scope',
      'accounts.account_id',
      'accounts.id',
      'accounts.user_id',
      'profiles.id',
      'profiles.user_id',
      'remembered.id',
      'remembered.user_id',
      'remembered.supporter_id',
      'remembered.once',
      'remembered.version',
      'sessions.id',
      'sessions.user_id',
      'sessions.token',
      'sessions.confirmed_at',
      'user_roles.user_id',
      'user_roles.given_by',
      'user_roles.asked_by',
      'users.deleted_at',
      // A person who is shut out can't ask for it, and is told by those who decided.
      'users.suspended_at',
      'users.suspended_why',
      'fund_drives.stopped_from',
      'two_factors.id',
      'two_factors.user_id',
      'two_factors.secret',
      'two_factors.backup_codes',
      'two_factors.failed_verification_count',
      'two_factors.last_step',
      'two_factors.locked_until',
      'two_factors.begun_at',
      'email_changes.id',
      'email_changes.user_id',
      'email_changes.session_id',
      // Gone before the person can sign in and ask.
      'sign_ups.id',
      'sign_ups.user_id',
      'sign_ups.full_name',
      'sign_ups.username',
      'sign_ups.password',
      'sign_ups.language',
      'sign_ups.wanted',
      'sign_ups.browser',
      'sign_ups.created_at',
      // A code is for its phone's reader, and gone in a day.
      'phone_codes.phone',
      'phone_codes.purpose',
      'phone_codes.id',
      'phone_codes.browser',
      'phone_codes.user_id',
      'phone_codes.language',
      'phone_codes.mac',
      'phone_codes.tries',
      'phone_codes.until',
      'phone_codes.used_at',
      'user_phones.user_id',
      'users.two_factor_enabled',
      'subscriptions.id',
      'subscriptions.user_id',
      'subscriptions.fund_drive_id',
      'subscriptions.package_id',
      'subscriptions.payment_id',
      'fund_drives.user_id',
      'gatherings.user_id',
      'gatherings.once',
      'gatherings.version',
      'gatherings.stopped_from',
      'gatherings.forget_warned_at',
      'fund_drives.version',
      'fund_drives.description_version',
      'fund_drives.once',
      'fund_drives.shares',
      'fund_drives.steps_hidden_at',
      'fund_drives.hides_recorded',
      'fund_drives.recorded_hidden_at',
      'fund_drives.recorded_hidden_why',
      'pictures.user_id',
      'pictures.files',
      'payments.id',
      'payments.kind',
      'payments.user_id',
      'payments.package_id',
      'payments.provider',
      'payments.provider_tx_id',
      'payments.provider_fee',
      'payments.authorization_url',
      'payments.next_check_at',
      'payments.asked_at',
      'payments.not_known',
      'payments.returned',
      // These are what a donor says; a purchase of views has none.
      'payments.donor_name',
      'payments.donor_phone',
      'payments.pledge_id',
      'payments.message',
      'payments.anonymous',
      'withdrawal_methods.id',
      'withdrawal_methods.user_id',
      'payout_requests.user_id',
      'payout_requests.withdrawal_method_id',
      'payout_requests.client_key',
      'payout_requests.version',
    ]
    const handedOut = [
      'users.id',
      'users.email',
      'users.email_verified',
      'users.created_at',
      'users.updated_at',
      'users.language',
      'users.seen_at',
      'users.withdrawals_from',
      'fund_drives.stopped_at',
      'fund_drives.stopped_why',
      'users.mail_activity',
      'users.mail_news',
      'profiles.full_name',
      'profiles.username',
      'profiles.avatar_url',
      'profiles.created_at',
      'profiles.updated_at',
      'user_roles.role',
      'user_roles.granted_by',
      'user_roles.created_at',
      'accounts.provider_id',
      'accounts.created_at',
      'accounts.updated_at',
      'sessions.user_agent',
      'sessions.ip_address',
      'sessions.created_at',
      'sessions.updated_at',
      'sessions.expires_at',
      'two_factors.verified',
      'email_changes.from_email',
      'email_changes.to_email',
      'email_changes.old_confirmed_at',
      'email_changes.new_confirmed_at',
      'email_changes.way',
      'email_changes.due_at',
      'email_changes.done_at',
      'email_changes.created_at',
      'user_phones.phone',
      'user_phones.confirmed_at',
      'user_phones.used_at',
      'fund_drives.id',
      'fund_drives.slug',
      'fund_drives.short_name',
      'fund_drives.title',
      'fund_drives.campaign_slogan',
      'fund_drives.description',
      'fund_drives.category',
      'fund_drives.location',
      'fund_drives.image_url',
      'fund_drives.collect_donations',
      'fund_drives.goal_amount',
      'fund_drives.fee_policy',
      'fund_drives.end_date',
      'fund_drives.status',
      'fund_drives.paused_at',
      'fund_drives.published_at',
      'fund_drives.published_with',
      'fund_drives.created_at',
      'fund_drives.updated_at',
      'gatherings.id',
      'gatherings.slug',
      'gatherings.fund_drive_id',
      'gatherings.title',
      'gatherings.hosts',
      'gatherings.style',
      'gatherings.words',
      'gatherings.image_url',
      'gatherings.opening',
      'gatherings.contact',
      'gatherings.newcomers',
      'gatherings.sign',
      'gatherings.language',
      'gatherings.status',
      'gatherings.stopped_why',
      'gatherings.vouched_at',
      'gatherings.created_at',
      'remembered.name',
      'remembered.phone',
      'remembered.what',
      'remembered.day',
      'remembered.people',
      'remembered.gave',
      'remembered.words',
      'remembered.created_at',
      'pictures.source',
      'pictures.url',
      'pictures.width',
      'pictures.height',
      'pictures.colour',
      'pictures.focus_x',
      'pictures.focus_y',
      'pictures.created_at',
      'subscriptions.views',
      'subscriptions.used_views',
      'subscriptions.remaining_views',
      'subscriptions.status',
      'subscriptions.created_at',
      'payments.reference',
      'payments.fund_drive_id',
      'payments.views',
      'payments.amount',
      'payments.currency',
      'payments.reversed',
      'payments.status',
      'payments.failure',
      'payments.channel',
      'payments.donor_email',
      'payments.language',
      'payments.created_at',
      'payments.updated_at',
      'payments.settled_at',
      'withdrawal_methods.method_type',
      'withdrawal_methods.bank_name',
      'withdrawal_methods.account_number',
      'withdrawal_methods.account_name',
      'withdrawal_methods.phone_number',
      'withdrawal_methods.mobile_operator',
      'withdrawal_methods.created_at',
      'withdrawal_methods.removed_at',
      'payout_requests.id',
      'payout_requests.fund_drive_id',
      'payout_requests.amount',
      'payout_requests.fee',
      'payout_requests.net',
      'payout_requests.status',
      'payout_requests.typed',
      'payout_requests.part',
      'payout_requests.parts',
      'fund_drives.thanks',
      'payout_requests.notes',
      'payout_requests.destination',
      'payout_requests.created_at',
      'payout_requests.updated_at',
    ]
    // What a person decided as an administrator belongs to the books.
    const books = [
      'about_pages',
      'audit_log',
      'operator_choices',
      'payout_approvals',
      'proposals',
      'balance_checks',
      'mpesa_asks',
      'mpesa_statements',
      'mpesa_tariffs',
      'disputes',
      'suspense',
      'reversals',
      'recon_breaks',
      'refund_losses',
      'write_offs',
      'settlements',
      'payout_events',
    ]
    // What a person wrote down for a drive or a gathering is of other people: its lists hand it out.
    const others = [
      'recorded_gifts',
      'recorded_story',
      'pledges',
      'list_pastes',
      'drive_helpers',
      'guest_pastes',
      'messages',
      // Waits for an hour at most, and is then shown to them.
      'kept_forms',
    ]
    const { rows } = await sql<{ name: string }>`
      select c.table_name || '.' || c.column_name as name from information_schema.columns c
      where c.table_schema = 'public' and (c.table_name = 'users' or c.table_name in (
        select conrelid::regclass::text from pg_constraint where contype = 'f' and confrelid = 'users'::regclass))`.execute(
      db,
    )
    const owned = rows.map((row) => row.name).filter((name) => ![...books, ...others].includes(name.split('.')[0]!))
    expect(owned.sort()).toEqual([...leftOut, ...handedOut].sort())
  })
})
