import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { everythingAbout } from '#app/privacy/export.server.ts'
import { testDatabase } from '#test/database.ts'
import { holder, signedIn, someDrive, somePerson } from '#test/make.ts'
import { query } from '#test/rows.ts'
import {
  deleteAccount,
  devicesOf,
  mailWishesOf,
  saveLanguage,
  saveMailWishes,
  saveProfile,
  signOutDevice,
} from './account.server.ts'
import { passwordForm, profileForm } from './forms.ts'

const db = await testDatabase()

const usersOf = (id: string) => db.selectFrom('users').where('id', '=', id).selectAll().execute()

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
})

/** Names each column of these tables with its table. */
const columns = (tables: Record<string, string>) =>
  Object.entries(tables).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`))

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
    expect(await usersOf(person.id)).toHaveLength(1)
    const row = await db.selectFrom('profiles').selectAll().where('user_id', '=', person.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ full_name: 'Deleted person', username: null, avatar_url: null })
    for (const table of ['sessions', 'accounts', 'two_factors', 'user_roles'] as const)
      expect(await db.selectFrom(table).selectAll().where('user_id', '=', person.id).execute()).toEqual([])
  })

  test('frees the address and the username for a new account', async () => {
    const again = await somePerson(db, name)
    expect((await holder(db, (await signedIn(again)).headers))?.person.fullName).toBe(name.fullName)
  })

  test('can be done twice at once without harm', async () => {
    const person = await somePerson(db)
    const all = await Promise.allSettled([1, 2, 3].map(() => deleteAccount(db, person.id, person.password)))
    expect(all.some((one) => one.status === 'fulfilled')).toBe(true)
    expect(await usersOf(person.id)).toHaveLength(1)
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
    const leftOut = columns({
      accounts:
        'password access_token refresh_token id_token access_token_expires_at refresh_token_expires_at scope ' +
        'account_id id user_id',
      profiles: 'id user_id',
      remembered: 'id user_id supporter_id once version',
      sessions: 'id user_id token confirmed_at',
      user_roles: 'user_id given_by asked_by',
      // A person who is shut out can’t ask for it, and is told by those who decided.
      users: 'deleted_at suspended_at suspended_why two_factor_enabled',
      fund_drives:
        'stopped_from user_id version description_version once shares steps_hidden_at hides_recorded giving_back ' +
        'recorded_hidden_at recorded_hidden_why unlisted_at unlisted_why',
      two_factors: 'id user_id secret backup_codes failed_verification_count last_step locked_until begun_at',
      email_changes: 'id user_id session_id',
      // Gone before the person can sign in and ask.
      sign_ups: 'id user_id full_name username password language wanted browser created_at',
      // A code is for its phone’s reader, and gone in a day.
      phone_codes: 'phone purpose id browser user_id language mac tries until used_at',
      // A code answers one text, and is gone in days.
      reply_codes: 'id user_id whole change_id mac tries until used_at said created_at',
      user_phones: 'user_id',
      subscriptions: 'id user_id fund_drive_id package_id payment_id',
      gatherings: 'user_id once version stopped_from forget_warned_at',
      pictures: 'user_id files',
      // The last five are what a donor says; a purchase of views has none.
      payments:
        'id kind user_id package_id provider provider_tx_id provider_fee authorization_url next_check_at ' +
        'asked_at not_known returned donor_name donor_phone pledge_id message anonymous',
      withdrawal_methods: 'id user_id',
      payout_requests: 'user_id withdrawal_method_id client_key version whole mac line_id ceiling',
    })
    const handedOut = columns({
      users: 'id email email_verified created_at updated_at language seen_at withdrawals_from mail_activity mail_news',
      fund_drives:
        'stopped_at stopped_why id slug short_name title campaign_slogan description category own_category_id location ' +
        'image_url collect_donations goal_amount fee_policy fee_bps end_date status paused_at published_at ' +
        'published_with listed_at created_at updated_at thanks signatures',
      profiles: 'full_name username avatar_url created_at updated_at',
      user_roles: 'role granted_by created_at',
      accounts: 'provider_id created_at updated_at',
      sessions: 'user_agent ip_address created_at updated_at expires_at',
      two_factors: 'verified',
      email_changes: 'from_email to_email old_confirmed_at new_confirmed_at way due_at done_at created_at',
      user_phones: 'phone confirmed_at used_at',
      gatherings:
        'id slug fund_drive_id title hosts style words image_url opening contact newcomers sign language ' +
        'status stopped_why vouched_at created_at',
      remembered: 'name phone what day people gave words created_at',
      pictures: 'source url width height colour focus_x focus_y created_at',
      subscriptions: 'views used_views remaining_views status created_at',
      payments:
        'reference fund_drive_id views amount currency reversed status failure channel donor_email language ' +
        'created_at updated_at settled_at',
      withdrawal_methods:
        'method_type bank_name account_number account_name phone_number mobile_operator institution_id ' +
        'paybill_account created_at removed_at',
      payout_requests:
        'id fund_drive_id amount fee net status typed part parts notes destination needs purpose created_at updated_at',
    })
    // What a person decided as an administrator belongs to the books.
    const books =
      'about_pages audit_log institutions operator_choices fee_rates payout_approvals proposals balance_checks mpesa_asks mpesa_statements mpesa_tariffs ' +
      'disputes suspense reversals discrepancies refund_losses write_offs settlements payout_events payout_signatures money_changes'
    // What a person wrote down for a drive or a gathering is of other people: its lists hand it out.
    // Forms that are kept wait for an hour at most, and are then shown to them.
    const others =
      'payout_receipts recorded_gifts recorded_story pledges list_pastes drive_helpers guest_pastes messages kept_forms updates papers drive_checks'
    const rows = await query<{ name: string }>`
      select c.table_name || '.' || c.column_name as name from information_schema.columns c
      where c.table_schema = 'public' and (c.table_name = 'users' or c.table_name in (
        select conrelid::regclass::text from pg_constraint where contype = 'f' and confrelid = 'users'::regclass))`
    const owned = rows
      .map((row) => row.name)
      .filter((name) => !`${books} ${others}`.split(' ').includes(name.split('.')[0]!))
    expect(owned.sort()).toEqual([...leftOut, ...handedOut].sort())
  })
})
