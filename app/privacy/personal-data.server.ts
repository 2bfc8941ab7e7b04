import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import type { DB } from '#db/types.ts'

// THE TABLE OF PERSONAL DATA: each table and column that can name a person, and what forgetting writes there. Every such column of
// the database has a line here or in `keptData`; `personal-data.test.ts` fails for a column without one.

/** The kind of person: a donor by email or phone, a guest by their entry on a list, the holder of an account. */
export type Whose = 'donor' | 'guest' | 'holder'

/** The new value: a blank, a pseudonym, or SQL where it depends on the row. */
type Becomes = string | boolean | null | never[] | RawBuilder<unknown>
type Columns<Row> = { [Column in keyof Row & string]?: Becomes }
type Line<Row> = { [Who in Whose]?: Columns<Row> | 'row deleted' }
type PersonalData = { [Table in keyof DB]?: Line<DB[Table]> }

const payer = { donor_name: '', donor_email: '', donor_phone: '', message: '', failure: null, authorization_url: null }
const text = {
  phone: null,
  text: null,
  sealed: null,
  state: sql`case when state = 'waiting' then 'failed' else state end`,
  why: sql`case when state = 'waiting' then 'forgotten' else why end`,
}
const nameOnPhone = { name: null, tail: null }

export const personalData = {
  payments: { donor: { ...payer, returned: sql`case when returned is null then null else '' end` } },
  donations: { donor: { donor_name: '', donor_email: '', message: '' } },
  idempotency_keys: { donor: 'row deleted' },
  webhook_events: { donor: { body: sql`''::bytea` } },
  claims: { donor: { name: '', message: '', phone: null, visitor: null } },
  mpesa_prompts: {
    donor: {
      phone: null,
      visitor: null,
      network: null,
      state: sql`case when state in ('created', 'open') then 'unknown' else state end`,
    },
  },
  mpesa_receipts: { donor: { ...nameOnPhone, account: 'forgotten' } },
  mpesa_lines: { donor: { ...nameOnPhone, account: 'forgotten' } },
  suspense: { donor: { reference: 'forgotten' } },
  pledges: { donor: { name: '', phone: null, email: null } },
  recorded_gifts: { donor: { name: '', phone: null, note: '' } },
  list_pastes: { donor: { body: null }, holder: { body: null } },
  phones_left: { donor: 'row deleted' },
  // A trigger on users.deleted_at deletes those of a holder's address.
  followers: { donor: 'row deleted', holder: 'row deleted' },
  // A trigger on users.deleted_at deletes them.
  papers: { holder: 'row deleted' },
  // A trigger on users.deleted_at deletes those of a holder's drives and address.
  beneficiaries: { donor: 'row deleted', holder: 'row deleted' },
  // Texts and mails to a forgotten person's number or address. A stop that a person asked for remains as a hash.
  sms_outbox: { donor: text, guest: text, holder: text },
  sms_heard: { donor: 'row deleted', guest: 'row deleted', holder: 'row deleted' },
  sms_reports: { donor: 'row deleted', guest: 'row deleted', holder: 'row deleted' },
  sms_stops: { donor: 'row deleted', guest: 'row deleted', holder: 'row deleted' },
  mail_suppressions: { donor: 'row deleted', guest: 'row deleted', holder: 'row deleted' },
  'sandbox.sms': { donor: 'row deleted', guest: 'row deleted', holder: 'row deleted' },
  'sandbox.mails': { donor: 'row deleted', guest: 'row deleted' },
  supporters: {
    guest: {
      name: 'Forgotten guest',
      card_name: null,
      phone: null,
      claimed_phone: null,
      email: null,
      note: '',
      groups: [],
      listed: false,
    },
  },
  invitations: { guest: { wish: '', in_calendar: false } },
  // Triggers on supporters.forgotten_at write the next three, and one on users.deleted_at deletes the book of its holder.
  arrivals: { guest: { name: null } },
  photo_objections: { guest: { words: '' } },
  remembered: { donor: 'row deleted', guest: 'row deleted', holder: 'row deleted' },
  users: {
    holder: { email: sql`id || '@deleted.invalid'`, language: null, mail_activity: false, mail_news: false },
  },
  profiles: { holder: { full_name: 'Deleted person', username: null, avatar_url: null } },
  accounts: { holder: 'row deleted' },
  sessions: { holder: 'row deleted' },
  verifications: { holder: 'row deleted' },
  two_factors: { holder: 'row deleted' },
  user_roles: { holder: 'row deleted' },
  email_changes: { holder: 'row deleted' },
  kept_forms: { holder: 'row deleted' },
  user_phones: { holder: 'row deleted' },
  phone_codes: { holder: 'row deleted' },
  visit_places: { holder: 'row deleted' },
  // Only rows that no withdrawal names.
  withdrawal_methods: { holder: 'row deleted' },
  // Written by triggers on users.deleted_at.
  reply_codes: { holder: 'row deleted' },
  gatherings: { holder: { contact: null } },
} satisfies PersonalData

/** The columns that forgetting leaves as they are, and why. Each line names columns of tables. */
export const keptData: { why: string; columns: { [Table in keyof DB]?: string } }[] = [
  {
    why: 'shown by the drive or invitation itself, which stays when its owner leaves; its owner edits or deletes it',
    columns: {
      fund_drives: 'title description image_url campaign_slogan location thanks short_name',
      fund_drive_images: 'image_url caption',
      fund_drive_videos: 'video_url title description',
      short_names: 'name',
      gatherings: 'title hosts words image_url',
      occasions: 'name place landmark map_url stream_url travel dress programme',
      occasion_changes: 'was is_now',
      gathering_posts: 'words',
      updates: 'words',
      update_photos: 'image_url alt',
      post_photos: 'image_url alt',
      messages: 'words',
      doors: 'name',
    },
  },
  {
    why: 'a picture belongs to what shows it; one that nothing shows is swept',
    columns: { pictures: 'url source', far_picture_tries: 'url' },
  },
  {
    why: 'the owner of the drive answers for it and can delete it; commands for forgetting do not touch comments and visits',
    columns: {
      fund_drive_comments: 'name content reply',
      fund_drive_reservations: 'name email phone message',
      drive_helpers: 'invited',
    },
  },
  {
    why: 'a hash or a shortened address, which names nobody by itself; limits and counts need it',
    columns: {
      fund_drive_comments: 'visitor fingerprint',
      comment_likes: 'visitor',
      comment_reports: 'visitor',
      fund_drive_views: 'visitor location viewer_ip',
      guest_reports: 'network',
      audit_log: 'address',
      first_administrators: 'address_hash',
      pledge_mail_stops: 'address_hash',
      provider_keys: 'fingerprint',
    },
  },
  {
    why: 'the audit log and decisions of administrators say who did what, for as long as the books are kept',
    columns: {
      audit_log: 'subject before after why',
      proposals: 'subject why',
      operator_choices: 'name why',
      own_categories: 'english swahili',
      fee_rates: 'reason',
      about_pages: 'name body why',
      users: 'suspended_why',
      fund_drives: 'stopped_why recorded_hidden_why unlisted_why',
      gatherings: 'stopped_why',
      updates: 'hidden_why',
      drive_checks: 'words',
      wallets: 'frozen_why',
      payout_approvals: 'note',
      provider_stops: 'why',
    },
  },
  {
    why: 'the books: where money went, and what was noted when it was put right',
    columns: {
      write_offs: 'note',
      discrepancies: 'subject facts note',
      suspense: 'why note wish reserved_why',
      settlements: 'reference why',
      withdrawal_methods: 'bank_name account_number account_name phone_number paybill_account',
      institutions: 'name bank_name account_number account_name source',
      payout_recipients: 'destination_hash',
      payout_requests: 'notes destination purpose',
      payout_signatures: 'note',
      payout_receipts: 'paid_to what no_photo photo_url undone_why hidden_why',
      budget_lines: 'what',
      money_changes: 'why decided_why',
      payout_attempts: 'reference why',
      payout_events: 'note reason',
      reversals: 'note',
      refund_sends: 'reference why',
      disputes: 'answer answer_text',
      payments: 'reference',
      mpesa_asks: 'subject facts',
      mpesa_lines: 'reason',
    },
  },
  {
    why: 'account of the Paybill or code of the drive, a reason of the provider, or a word of the program: no person is in it',
    columns: {
      account_months: 'account',
      fund_drive_views: 'source',
      pledges: 'source',
      followers: 'source',
      book_lines: 'source',
      rate_limits: 'name',
      mpesa_prompts: 'account why',
      mpesa_token: 'name',
      transfers_compared: 'place',
      sms_reports: 'why',
      message_lines: 'why',
      gift_mails_sent: 'mail',
      view_sums: 'name',
      subscription_packages: 'name description',
    },
  },
  { why: 'three digits by which the payment that is claimed is found', columns: { claims: 'tail' } },
  {
    why: 'why the treasurer or host changed it, and what of a paste was entered; the story holds no name and no number',
    columns: {
      recorded_gifts: 'void_why',
      recorded_story: 'why facts',
      paste_rows: 'proposed',
      occasions: 'cancelled_why',
    },
  },
  { why: 'erased when it is entered, and by the clock after a day', columns: { guest_pastes: 'body' } },
  {
    why: 'deleted when the address is confirmed; of a user who never confirms, the newest stays',
    columns: { sign_ups: 'full_name username browser' },
  },
  {
    why: 'a message to administrators, who have to be able to answer it and to read what was reported',
    columns: { support_messages: 'reason message email', guest_reports: 'reason words' },
  },
]

type Table = keyof typeof personalData

/** A condition in SQL. */
export type Rows = RawBuilder<unknown>
/** Columns to set beside the blanks, such as a version. */
type Beside = Record<string, unknown>

/** Forgets these rows of a table as `personalData` says, in all its columns or in the named ones. Returns how many rows there were. */
export async function forgetRows(
  tx: Tx,
  [table, whose]: readonly [Table, Whose],
  rows: Rows,
  { only, beside = {} }: { only?: string[]; beside?: Beside } = {},
): Promise<number> {
  const lines: { [Who in Whose]?: unknown } = personalData[table]
  const becomes = lines[whose] as Beside | 'row deleted' | undefined
  if (!becomes) throw new Error(`personalData does not say what becomes of ${table} of a ${whose}`)
  if (becomes === 'row deleted') return changed(await sql`delete from ${sql.table(table)} where ${rows}`.execute(tx))
  const columns = Object.entries(becomes).filter(([column]) => !only || only.includes(column))
  const sets = [...columns, ...Object.entries(beside)].map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  return changed(await sql`update ${sql.table(table)} set ${sql.join(sets)} where ${rows}`.execute(tx))
}

const changed = ({ numAffectedRows }: { numAffectedRows?: bigint }) => Number(numAffectedRows ?? 0)
