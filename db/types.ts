// Written by scripts/db-types.ts from the migrated database. Do not edit: write a migration, then run it again.

import type { ColumnType } from 'kysely'

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>

export type Timestamp = ColumnType<Date, Date | string, Date | string>

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** Read as a value; written as its JSON text, so that a list is not taken for an array of the database. */
export type Json = ColumnType<JsonValue, string, string>

/** What operators wrote on the pages about the service. The newest row of a page and language counts; older rows stay, so that it can be read what held when. */
export interface AboutPages {
  id: ColumnType<number, never, never>
  name: 'fees' | 'privacy' | 'terms' | 'withdrawals' | 'help'
  language: 'en' | 'sw'
  /** The text in its small markup. Null means: the first draft that comes with the product. */
  body: string | null
  by: string | null
  why: Generated<string>
  at: Generated<Timestamp>
}

/** What the money of a gathering was spent on, in whole cents, as its host wrote it. */
export interface AccountLines {
  gathering_id: string
  no: number
  what: string
  amount: number
}

/** What each of the house's accounts took and gave in each month; those of all drives stand together as payable. */
export interface AccountMonths {
  starts: Timestamp
  account: string
  debits: number
  credits: number
}

/** How a person signs in. provider_id credential holds the scrypt hash of the password; other providers may come. */
export interface Accounts {
  id: Generated<string>
  user_id: string
  account_id: string
  provider_id: string
  password: string | null
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: Timestamp | null
  refresh_token_expires_at: Timestamp | null
  scope: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

/** What became of an invitation, step by step. Only ever added to. */
export interface Answers {
  id: ColumnType<number, never, never>
  invitation_id: string
  state: 'invited' | 'asked' | 'yes' | 'maybe' | 'no' | 'waiting' | 'offered' | 'withdrawn'
  adults: number | null
  children: number | null
  by: 'guest' | 'host' | 'door' | 'clock'
  at: Generated<Timestamp>
}

/** Who was let in at a door, and what of it was taken back. The phone made each; here they are only ever added to. */
export interface Arrivals {
  /** Made on the phone, so that what is sent twice is there once. */
  id: string
  occasion_id: string
  door_id: string
  /** Its number on that phone. */
  nr: number
  kind: 'in' | 'undo'
  undoes: string | null
  invitation_id: string | null
  people: number
  how: 'scan' | 'code' | 'search' | 'walk-in'
  /** What the door knew when it let them in. */
  saw: 'good' | 'again' | 'over' | 'unanswered' | 'declined' | 'unlisted' | 'walk-in'
  /** Of somebody who is on no list. Forgotten with the list. */
  name: string | null
  phone_at: Timestamp
  /** When it happened by our clock: the phone's time less what its clock is ahead, never before it joined or after we heard of it. */
  at: Timestamp
  received_at: Generated<Timestamp>
  /** The transaction that added it: doors ask for what is newer than they know. */
  touched: Generated<string>
}

/** The log of who did or saw what, and why: administrators, the command line, the settings. Rows are only ever added, each to the part of its year. A part goes as a whole, seven years after its end. */
export interface AuditLog {
  id: Generated<number>
  at: Generated<Timestamp>
  /** Null for what nobody signed in did: the command line, a setting. */
  by: string | null
  /** Shortened (IPv4 /24, IPv6 /48) before it is stored. */
  address: Generated<string>
  act: string
  noun: string
  /** The id of what it is about; empty when it is about a whole list. */
  subject: Generated<string>
  /** What stood there before, as far as it was changed. */
  before: Json | null
  /** What stands there now; of what was only seen, how it was found. */
  after: Json | null
  why: Generated<string>
}

/** When our money at the provider was compared with what the provider says, and what each said. */
export interface BalanceChecks {
  id: ColumnType<number, never, never>
  provider: string
  /** unknown: the provider gave no answer. */
  outcome: 'same' | 'differs' | 'unknown'
  theirs: number | null
  ours: number
  /** Transfers under way, which may or may not have left the provider yet. */
  away: number
  /** Who asked for it; null for the clock. */
  by: string | null
  checked_at: Generated<Timestamp>
}

/** The person a drive is for, as its owner wrote, and what that person answered. A new contact ends the old link and answer. */
export interface Beneficiaries {
  fund_drive_id: string
  name: string
  /** How the owner knows them. */
  relation: string
  /** Where the link went. Neither it nor a phone is kept after the drive's end. */
  email: string | null
  phone: string | null
  language: Generated<string>
  /** The link is made from it and our secret, so that it can be written again. */
  link_key: Generated<string>
  token_hash: string
  answer: 'yes' | 'no' | null
  /** True if the person said that their name may be shown. */
  shows_name: Generated<boolean>
  answered_at: Timestamp | null
  created_at: Generated<Timestamp>
}

/** When the books were looked through, and how many of their rules were broken. */
export interface BookChecks {
  id: ColumnType<number, never, never>
  broken: number
  checked_at: Generated<Timestamp>
}

/** The fingerprint of each closed day of a book that has lines. It covers the fingerprint of the day before, so that no line of any day can be changed unseen. */
export interface BookDays {
  fund_drive_id: string
  day: Timestamp
  hash: string
}

/** The movements of each drive's money, a row for each line of its book. The code of a gift is made from its receipt, by the product. */
export interface BookEvents {
  fund_drive_id: string | null
  source: string | null
  source_id: number | null
  at: Timestamp | null
  kind: string | null
  amount: number | null
  fee: number | null
  receipt: string | null
  ref: string | null
}

/** The lines of the public books. No line has a name. */
export interface BookLines {
  fund_drive_id: string
  n: number
  day: Timestamp
  kind: 'gift' | 'back' | 'sent' | 'returned' | 'forgiven'
  /** In cents: what comes in is above zero, what goes out below it. */
  amount: number
  /** The part of a withdrawal that is the platform's fee, in cents; below zero where the withdrawal came back. */
  fee: Generated<number>
  /** The total after this line, in cents. */
  balance: number
  /** The code of a gift, which only the holder of its receipt can make; W and the number of a withdrawal; F and the number of a forgiven debt. */
  ref: string
  /** The table of what it tells of; source_id is the row there. */
  source: 'donation' | 'reversal' | 'payout_event' | 'write_off'
  source_id: number
}

/** The owner and the treasurers of each drive who want to be told what happens there: they get the fingerprint of each closed day. */
export interface BookRecipients {
  fund_drive_id: string | null
  user_id: string | null
  email: string | null
  language: string | null
}

/** How far the public book of a drive has come. Its row is the lock for whatever is added to the book. */
export interface Books {
  fund_drive_id: string
  /** The day on which it was begun. Lines of earlier days were entered then, from what the ledger knew. */
  begun_on: Timestamp
  /** The number of its last line. */
  n: Generated<number>
  /** The sum of all lines that came in, in cents. */
  came_in: Generated<number>
  /** The total after its last line, in cents. A debt of the drive is below zero. */
  balance: Generated<number>
  /** The last day of Nairobi that is closed: no line is added to it or to any day before it. */
  last_day: Timestamp | null
  /** The fingerprint of the last closed day with lines. */
  hash: Generated<string>
}

/** The plan of a drive, which everybody can read. A line that a withdrawal names is closed, not deleted. */
export interface BudgetLines {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  no: number
  what: string
  /** The planned sum, in cents. */
  plan: number
  /** The sum that was planned first, if another one is planned now. */
  was: number | null
  changed_at: Timestamp | null
  closed_at: Timestamp | null
  /** The key of the form: a form that is sent twice adds one line. */
  form_key: string
  created_at: Generated<Timestamp>
}

/** Givers who say that money at M-Pesa was theirs. A claim never moves a gift from one drive to another. */
export interface Claims {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  receipt: string
  /** The last three digits of the number that paid, as the claim says. */
  tail: string
  name: Generated<string>
  message: Generated<string>
  /** Whole, for the giver alone; taken out after 30 days. */
  phone: string | null
  anonymous: Generated<boolean>
  /** The gift by phone on whose page it was typed: its request was not paid, its Paybill was. */
  payment_id: number | null
  /** waiting until M-Pesa lists the code; placed when the gift is its giver's; desk when a person has to look; refused by that person; lapsed when the code was not listed in time, or the paste that brought it was taken back. */
  state: Generated<'waiting' | 'placed' | 'desk' | 'refused' | 'lapsed'>
  created_at: Generated<Timestamp>
  settled_at: Timestamp | null
  /** Its giver typed it here, and is texted when nothing came of it. False of what a treasurer pasted. */
  own: Generated<boolean>
  /** The end of the address of its page. */
  token: Generated<string>
  /** The browser that typed what it says of its giver: the receipt is shown to this one. Taken out after 30 days. */
  visitor: string | null
  /** In which its giver reads the page and our texts. */
  language: string | null
}

/** How many comments of each drive are in each state. Only triggers write it; rule C1 of db/checks.ts compares it with the comments. */
export interface CommentCounts {
  fund_drive_id: string
  shown: Generated<number>
  quarantined: Generated<number>
  hidden: Generated<number>
  /** The newest comment that visitors see; 0 while there is none. */
  newest: Generated<number>
}

/** Who liked which comment: one row per visitor, so that nobody counts twice. */
export interface CommentLikes {
  comment_id: number
  visitor: string
  created_at: Generated<Timestamp>
}

/** Which visitor reported which comment: one row per visitor. The first report puts an unreviewed comment in quarantine. */
export interface CommentReports {
  comment_id: number
  visitor: string
  created_at: Generated<Timestamp>
}

/** Places where our books and the provider's, or the books and their own rules, disagree. A person closes each; nothing is corrected automatically. */
export interface Discrepancies {
  id: ColumnType<number, never, never>
  kind: string
  subject: Generated<string>
  facts: Generated<Json>
  state: Generated<'open' | 'closed'>
  /** When it was met last. */
  seen_at: Generated<Timestamp>
  closed_by: string | null
  closed_at: Timestamp | null
  note: Generated<string>
  created_at: Generated<Timestamp>
  /** The administrator who opened it in words of their own; null if the product found it. */
  opened_by: string | null
  /** The closed one that was opened again by this one. */
  follows: number | null
}

/** Payments that the payer's bank questions. While one is open its amount can't be withdrawn. */
export interface Disputes {
  id: ColumnType<number, never, never>
  provider: Generated<string>
  ext_id: string
  payment_id: number
  amount: number
  status: Generated<'open' | 'resolved'>
  resolution: 'merchant-accepted' | 'auto-accepted' | 'declined' | null
  due_at: Timestamp | null
  created_at: Generated<Timestamp>
  resolved_at: Timestamp | null
  /** How often somebody was called because the time to answer runs out. */
  alarms: Generated<number>
  /** What an administrator answered: accept, and so much of it goes back, or decline, with the evidence as its text. */
  answer: 'accept' | 'decline' | null
  answer_amount: number | null
  answer_text: Generated<string>
  answered_by: string | null
  /** When the answer was sent. One that the provider refused is taken back; of one that was lost nobody knows, until the provider tells how the dispute stands. */
  answered_at: Timestamp | null
}

/** Money that came in for a drive. Refunds don't change it: they stand in reversals. */
export interface Donations {
  id: ColumnType<number, never, never>
  payment_id: number
  fund_drive_id: string
  amount: number
  /** The platform's share when it came in, in hundredths of a percent. */
  fee_bps: number
  /** The platform's share in cents, half a cent rounded up. */
  platform_fee: number
  channel: 'online' | 'mobile' | 'other'
  donor_name: Generated<string>
  donor_email: Generated<string>
  message: Generated<string>
  anonymous: Generated<boolean>
  /** The end of its receipt's address, which nobody guesses. */
  receipt: Generated<string>
  created_at: Generated<Timestamp>
  /** The person who gave it, among those of its drive. */
  giver_id: number | null
}

/** A phone that lets guests of one occasion in. It is joined by a code that is good once. */
export interface Doors {
  id: Generated<string>
  occasion_id: string
  name: string
  /** The SHA-256 of the code by which a phone joins. */
  join_hash: Buffer | null
  join_until: Timestamp
  /** The SHA-256 of what the phone shows with each call. A phone that asks to join again with the same one is let in again. */
  key_hash: Buffer | null
  joined_at: Timestamp | null
  heard_at: Timestamp | null
  /** How far the phone's clock was ahead of ours when we heard it last. */
  ahead_ms: Generated<number>
  /** How many events waited on the phone when we heard it last. */
  unsent: Generated<number>
  revoked_at: Timestamp | null
  created_at: Generated<Timestamp>
}

/** What is beside the books of each drive: recorded, as visitors see it, and promised. givers: people with recorded gifts alone, as visitors see it. */
export interface DriveBeside {
  fund_drive_id: string | null
  recorded: number | null
  shown: number | null
  pledged: number | null
  givers: number | null
}

/** Checks that administrators record or take back. A row is never changed: the newest counts. It goes with its drive. */
export interface DriveChecks {
  id: ColumnType<number, never, never>
  kind: 'identity' | 'cause' | 'payee'
  fund_drive_id: string | null
  /** The person whose identity was seen: it counts for all their drives. */
  user_id: string | null
  /** The account that was seen: another one is unchecked. */
  method_id: string | null
  verdict: 'seen' | 'back'
  /** The words that everybody reads, never the number of a document. */
  words: Generated<string>
  /** The administrator, whose name the office alone reads. */
  by: string
  created_at: Generated<Timestamp>
}

/** Every code that a drive has or had. No other drive gets one of them, also when its drive was deleted. */
export interface DriveCodes {
  code: string
  /** Where it leads; null once the drive was deleted. */
  fund_drive_id: string | null
  kind: 'number' | 'word'
  since: Generated<Timestamp>
  /** Since when the owner shares another word. It still leads to the drive. */
  retired_at: Timestamp | null
}

/** The picture that stands for each drive on its page, its card and in previews; null where it has none. */
export interface DriveFaces {
  fund_drive_id: string | null
  url: string | null
}

/** The people who gave to a drive, one row each. It holds no name, address or number that can be read. */
export interface DriveGivers {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  /** The hash of the contact by which they are known again: email or phone; of the name where no contact is known. Null for a person who gave neither, or is forgotten. */
  mark: string | null
  /** The hash of the name that they typed. A gift without a contact is found by it. */
  name: string | null
  /** Their gifts that came through us and did not go back wholly. */
  gifts: Generated<number>
  /** Their gifts that were recorded by hand and are not void. */
  recorded: Generated<number>
}

/** Helpers of the owner of a drive, or of the host of a gathering. A row is an invitation until its link is followed by a person with an account. */
export interface DriveHelpers {
  id: ColumnType<number, never, never>
  fund_drive_id: string | null
  user_id: string | null
  /** Whom the owner invited, in the owner's words: a name, an email address or a number. */
  invited: string
  role: 'treasurer' | 'secretary'
  /** SHA-256 of the secret in the link; gone once it was used or taken back. */
  token_hash: string | null
  invited_by: string
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  accepted_at: Timestamp | null
  /** When they left, were removed, or the invitation was taken back. */
  left_at: Timestamp | null
  removed_by: string | null
  /** SHA-256 of the secret in the link, once it was used: it lets nobody in, and says that it was used. */
  used_hash: string | null
  /** Set for a helper of this gathering alone, whether it is beside a drive or not. Then there is no drive. */
  gathering_id: string | null
  /** From when a treasurer counts among those who agree to withdrawals. */
  signs_since: Timestamp | null
  /** True if they want their name on the public page. */
  named: Generated<boolean>
}

/** Who is told about a drive by email: of its money always, of its activity if they want it. Today its owner, where they have an address. */
export interface DriveRecipients {
  fund_drive_id: string | null
  user_id: string | null
  email: string | null
  language: string | null
  about: string | null
}

/** Changes of a person's email address: one that waits for both addresses to confirm it, and those done within the last month. */
export interface EmailChanges {
  id: Generated<string>
  user_id: string
  /** Where it was asked for: this session stays when the others end. */
  session_id: string | null
  /** Null where the account had no address: then the new one alone confirms it. */
  from_email: string | null
  to_email: string
  old_confirmed_at: Timestamp | null
  new_confirmed_at: Timestamp | null
  done_at: Timestamp | null
  created_at: Generated<Timestamp>
  /** How it is confirmed for the old address: in its mailbox, by a code to a phone of the account, or by an administrator. */
  way: Generated<'mailbox' | 'phone' | 'office'>
  /** When the account moves without a word from the old address. Until then the old address can stop it. */
  due_at: Timestamp | null
}

/** Addresses of pictures elsewhere, from the time before we kept copies, that could not be fetched. After five tries they are left alone. */
export interface FarPictureTries {
  url: string
  tries: Generated<number>
  tried_at: Generated<Timestamp>
}

/** The platform's share of gifts to new drives, each time that administrators changed it. The newest row counts; without one it is 5 %. */
export interface FeeRates {
  id: ColumnType<number, never, never>
  /** In hundredths of a percent, from 0 to 15 %. */
  bps: number
  valid_from: Generated<Timestamp>
  /** The administrator who decided it. Null for the choice of an earlier version. */
  by: string | null
  /** The administrator who asked for it first; null where one decided alone. */
  asked_by: string | null
  reason: Generated<string>
}

/** Addresses (hashed) that ADMIN_EMAIL has made an administrator. Once each: a person who lost the role does not get it back by confirming the address again. */
export interface FirstAdministrators {
  address_hash: string
  created_at: Generated<Timestamp>
}

/** Contacts that want the updates of a drive: an email address, or a phone where there is none. A contact follows a drive once. */
export interface Followers {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  email: string | null
  phone: string | null
  language: Generated<string>
  source: 'gift' | 'pledge' | 'form'
  /** The gift with which they agreed. They count once it was paid. */
  payment_id: number | null
  /** The promise with which they agreed. They count once its giver has confirmed it. */
  pledge_id: number | null
  agreed_at: Generated<Timestamp>
  /** When the button of our email was pressed, for those who came by the form. */
  confirmed_at: Timestamp | null
  /** When they asked for no more updates. */
  ended_at: Timestamp | null
}

/** The followers who get updates: they confirmed, gave, or confirmed their promise, and have not ended it. */
export interface FollowersReached {
  id: number | null
  fund_drive_id: string | null
  email: string | null
  phone: string | null
  language: string | null
}

/** What visitors wrote. What looks like spam waits in quarantine until the owner releases or hides it. */
export interface FundDriveComments {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  name: Generated<string>
  content: string
  /** As many as there are rows in comment_likes; kept here so that a list need not count. */
  likes: Generated<number>
  state: Generated<'shown' | 'quarantined' | 'hidden' | 'deleted'>
  /** Why it was put in quarantine; kept when the owner decides otherwise. */
  suspicion: 'link' | 'phone' | 'both' | 'repeated' | 'reported' | null
  /** A hash that stands for the visitor who wrote it, to know again who repeats themselves. */
  visitor: string
  /** SHA-256 of its letters and digits in lower case: the same for texts that say the same. */
  fingerprint: string
  created_at: Generated<Timestamp>
  /** SHA-256 of who sent what with which form. Null for what was sent without a form of ours. */
  once: string | null
  /** What the owner answered. Shown below the comment. */
  reply: string | null
  replied_at: Timestamp | null
  thanked_at: Timestamp | null
  pinned_at: Timestamp | null
  /** When the owner or an administrator last approved it. A report by a visitor does not hide it again. */
  reviewed_at: Timestamp | null
  deleted_at: Timestamp | null
  /** The state it had before its owner deleted it, for a day in which that can be undone. */
  deleted_from: 'shown' | 'quarantined' | 'hidden' | null
}

/** The pictures of a drive's gallery, in the order its owner gave them. */
export interface FundDriveImages {
  id: Generated<string>
  fund_drive_id: string
  image_url: string
  /** Shown below the picture, and read to those who don't see it. */
  caption: Generated<string>
  display_order: number
  width: number | null
  height: number | null
  /** Its dominant colour, shown until the picture is there. */
  colour: string | null
  created_at: Generated<Timestamp>
  /** SHA-256 of what was sent with which upload. Null for what was sent without a script of ours. */
  once: string | null
}

/** Visits that guests asked for. The owner confirms or cancels them, and the guest is told by mail. */
export interface FundDriveReservations {
  id: Generated<string>
  fund_drive_id: string
  name: string
  email: string
  phone: string
  /** A day of Nairobi's calendar. */
  visit_date: Timestamp
  visit_time: '09:00' | '11:00' | '14:00' | '16:00'
  /** 5 stands for five or more. */
  number_of_guests: Generated<number>
  message: string | null
  status: Generated<'pending' | 'confirmed' | 'cancelled'>
  /** Counts the owner's decisions. Calendars take the file with the highest one. */
  sequence: Generated<number>
  /** The language the guest booked in, for the mails that follow. */
  language: Generated<string>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  /** SHA-256 of what was sent with which form. Null for what was sent without a form of ours. */
  once: string | null
}

/** What came to each drive through us, in cents, from how many people, and whether money ever came in. Exact at any moment. */
export interface FundDriveTotals {
  fund_drive_id: string | null
  raised_amount: number | null
  donors: number | null
  had_money: boolean | null
}

/** Videos elsewhere that a drive shows, by their address. */
export interface FundDriveVideos {
  id: Generated<string>
  fund_drive_id: string
  video_url: string
  display_order: number
  title: Generated<string>
  description: Generated<string>
  created_at: Generated<Timestamp>
}

/** One row per visitor's stay, in parts of a month. Those that cost a credit are as many as the used views of their subscription. */
export interface FundDriveViews {
  id: Generated<number>
  fund_drive_id: string
  /** Whose credit it cost; null for a look that cost nothing, because a page elsewhere or a program told of it. */
  subscription_id: string | null
  /** A hash that stands for one visitor: of their cookie, else of shortened address and browser, salted anew each day. 'network …' for those of a network that count together. */
  visitor: string
  device_type: 'mobile' | 'tablet' | 'desktop'
  location: Generated<string>
  /** Shortened (IPv4 /24, IPv6 /48) before it is stored. */
  viewer_ip: Generated<string>
  viewed_at: Generated<Timestamp>
  /** By the mark of the shared link, else by the page that the browser came from; null for views of before, and for those that programs report. */
  source: 'whatsapp' | 'facebook' | 'x' | 'instagram' | 'email' | 'qr' | 'link' | 'other' | 'direct' | null
}

/** One row per drive. It goes when its owner deletes it, which is possible only while no money ever came in. */
export interface FundDrives {
  id: Generated<string>
  user_id: string
  /** The end of its address. Made from the first title and never changed, so that links that were shared stay good. */
  slug: string
  title: string
  /** HTML of the few allowed tags; null until somebody writes it. */
  description: string | null
  /** In cents. 0 while no goal was ever set, which only a drive that collects no donations may have. */
  goal_amount: number
  category: 'Medical' | 'Education' | 'Emergency' | 'Community' | 'Sports' | 'Arts' | 'Animals' | 'Environment' | 'Business' | 'Other'
  image_url: string | null
  /** The last day, as the calendar of Nairobi counts it. */
  end_date: Timestamp | null
  status: Generated<'active' | 'paused' | 'completed'>
  campaign_slogan: Generated<string>
  collect_donations: Generated<boolean>
  location: Generated<string>
  /** Who bears the platform's share. Drives of earlier versions may have platform_absorbs: their fee_bps is 0. */
  fee_policy: Generated<'withhold_at_payout' | 'platform_absorbs' | 'donor_on_top'>
  /** Counts changes of what the Info page shows: whoever saves an older one is told. */
  version: Generated<number>
  /** The same for the description, which has a page of its own. */
  description_version: Generated<number>
  /** When it was opened to visitors; null for a draft. Its owner's email address was confirmed by then; the badge says so. */
  published_at: Timestamp | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  /** SHA-256 of what was sent with which form. Null for what was sent without a form of ours. */
  once: string | null
  /** Since when an administrator has paused it. Until it is opened again nobody can set it active. */
  stopped_at: Timestamp | null
  /** Why, as its owner reads it. */
  stopped_why: Generated<string>
  /** The status it had before, which it gets again when it is opened. */
  stopped_from: 'active' | 'paused' | 'completed' | null
  /** The organiser's words of thanks after a gift; null for the usual ones. */
  thanks: string | null
  /** How often its owner pressed a way to share it or copied its link. */
  shares: Generated<number>
  /** When its owner put the list of first steps away; null while it is shown. */
  steps_hidden_at: Timestamp | null
  /** The short name that the owner shares now; null for none. */
  short_name: string | null
  /** The bar shows what came through us alone; what was recorded stays in the lists. */
  hides_recorded: Generated<boolean>
  /** Since when an administrator hides the recorded gifts from visitors: from the bar, and from their list. */
  recorded_hidden_at: Timestamp | null
  /** Why; its owner reads it. */
  recorded_hidden_why: Generated<string>
  /** What its owner had confirmed when it was published: their email address or, without one, their phone. Null as long as it is a draft. */
  published_with: 'email' | 'phone' | null
  /** Since when it is paused; null while it is not. */
  paused_at: Timestamp | null
  /** The platform's share of its gifts, in hundredths of a percent. A trigger sets it from the rate in force when the drive is made; it never changes. */
  fee_bps: Generated<number>
  /** The operator's category, in place of one of the ten. */
  own_category_id: number | null
  /** How many treasurers must agree to each withdrawal. The owner's asking never counts. */
  signatures: Generated<number>
  /** True while everything is to be given back, or is being given back: no gift and no withdrawal is taken. */
  giving_back: Generated<boolean>
  /** Since when its owner lets us list it for everybody; null where they don't. */
  listed_at: Timestamp | null
  /** Since when an administrator has taken it off the list: its owner can't put it there again. */
  unlisted_at: Timestamp | null
  /** Why it was taken off, for its owner; empty where it was not. */
  unlisted_why: Generated<string>
}

/** That a host wrote the final account of a gathering, which its guests read from then on. */
export interface GatheringAccounts {
  gathering_id: string
  version: Generated<number>
  made_at: Generated<Timestamp>
  /** When it was changed last, after it was first written. Guests read the day. */
  changed_at: Timestamp | null
}

/** Hosts of a gathering, stopped or not: its helpers and those of its drive who have the right guests there. */
export interface GatheringHosts {
  gathering_id: string | null
  user_id: string | null
  email: string | null
  language: string | null
}

/** What the host of a gathering writes to all its guests after an occasion. */
export interface GatheringPosts {
  id: Generated<string>
  gathering_id: string
  words: string
  /** Of the form that sent it: the same form sent twice makes one post. */
  form_key: string
  created_at: Generated<Timestamp>
}

/** What a person invites to: it holds occasions and guests. At most one for each drive. */
export interface Gatherings {
  id: Generated<string>
  /** The host. Of a drive's gathering those decide who have the right guests on that drive. */
  user_id: string
  fund_drive_id: string | null
  slug: string
  title: string
  /** Who invites, as guests read it: a family, a committee. */
  hosts: string
  style: Generated<'solemn' | 'celebration' | 'church' | 'school' | 'corporate'>
  words: Generated<string>
  image_url: string | null
  language: Generated<string>
  /** When the host said that they know these people and may invite them. */
  vouched_at: Timestamp | null
  /** closed: the pages stay and answers end. stopped: by the office, and the pages are missing. */
  status: Generated<'open' | 'closed' | 'stopped'>
  stopped_why: string | null
  /** Tells a form that is sent twice. */
  once: string | null
  version: Generated<number>
  created_at: Generated<Timestamp>
  /** What the card begins with, in the host's words. Empty: the words for the kind of occasion. */
  opening: Generated<string>
  /** A small sign at the head of a church's card. */
  sign: Generated<'none' | 'cross' | 'crescent'>
  /** The status it had before the office stopped it. */
  stopped_from: 'open' | 'closed' | null
  /** When its host was told that guests are forgotten a month later: those who neither gave nor pledged. */
  forget_warned_at: Timestamp | null
  /** What the open link does for a person who is not on the list yet: come in, ask the host first, or nothing. */
  newcomers: Generated<'come' | 'ask' | 'none'>
  /** The number by which guests may reach the hosts: they read it, call it and write to it. Null where the hosts gave none. */
  contact: string | null
}

/** Mails about gifts that were sent by a job which has more to send. The job takes its rows away when it is done. */
export interface GiftMailsSent {
  donation_id: number
  mail: 'mail-receipt' | 'mail-gift'
}

/** Gifts that the drive's owner has not been told of yet. The daily mail about them takes them away. */
export interface GiftNews {
  donation_id: number
  fund_drive_id: string
  created_at: Generated<Timestamp>
}

/** Drives whose money is being sent back to its givers, gift by gift, the newest first. */
export interface GiveBacks {
  change_id: number
  fund_drive_id: string
  begun_at: Generated<Timestamp>
  ended_at: Timestamp | null
}

/** How many people came with each guest to each occasion, and since when. */
export interface GuestCame {
  supporter_id: string | null
  occasion_id: string | null
  people: number | null
  at: Timestamp | null
}

/** What is known to have come from each guest: gifts, recorded gifts, and what was given towards their pledges. Each once, and nothing anonymous. */
export interface GuestPaid {
  supporter_id: string | null
  tie_id: number | null
  what: string | null
  amount: number | null
  at: Timestamp | null
}

/** A list of guests that a host pasted, as it is looked at before anybody is invited. */
export interface GuestPastes {
  id: ColumnType<number, never, never>
  gathering_id: string
  by: string
  /** Erased when its guests are entered, and after a day. */
  body: string | null
  /** How many guests were entered from it: the same form sent again says the same. */
  added: number | null
  created_at: Generated<Timestamp>
}

/** What each guest pledged, as far as it counts. Nothing anonymous, and nothing that an anonymous gift shows. */
export interface GuestPledged {
  supporter_id: string | null
  tie_id: number | null
  amount: number | null
  at: Timestamp | null
}

/** What guests report to the office about an invitation. The host is not told who did. */
export interface GuestReports {
  id: ColumnType<number, never, never>
  gathering_id: string
  supporter_id: string | null
  reason: 'stranger' | 'untrue' | 'unwanted' | 'other'
  words: Generated<string>
  /** The network they wrote from, shortened: three different ones pause the messages of the gathering. */
  network: string
  at: Generated<Timestamp>
  /** When the office looked at it. From then on it pauses nothing. */
  looked_at: Timestamp | null
}

/** Forms that start a payment, so that one that is sent twice starts one. Kept for 48 hours. */
export interface IdempotencyKeys {
  scope: string
  key: string
  /** Of what the form said: the same key with something else in it is refused. */
  request_hash: string
  payment_id: number | null
  created_at: Generated<Timestamp>
}

/** Hospitals, schools and others that withdrawals can go straight to. Never edited: confirmed once by two administrators, and ended. */
export interface Institutions {
  id: Generated<string>
  name: string
  kind: 'hospital' | 'school' | 'mortuary' | 'other'
  /** The number of its Paybill. One without a Paybill is paid at its bank. */
  paybill: string | null
  bank_name: string | null
  account_number: string | null
  account_name: string | null
  /** Where the administrator has the number from, and how it was called back. */
  source: string
  added_by: string
  confirmed_by: string | null
  second_by: string | null
  /** When the second administrator confirmed the number. Before, nothing can be sent there. */
  confirmed_at: Timestamp | null
  ended_by: string | null
  /** Since when nothing is sent there any more. */
  ended_at: Timestamp | null
  created_at: Generated<Timestamp>
}

/** One supporter invited to one occasion, with the answer. Those who come and those who have an offer hold seats. */
export interface Invitations {
  id: Generated<string>
  occasion_id: string
  supporter_id: string
  seats: number
  state: Generated<'invited' | 'asked' | 'yes' | 'maybe' | 'no' | 'waiting' | 'offered' | 'withdrawn'>
  adults: number | null
  children: number | null
  wish: Generated<string>
  /** They can not come, but will give. */
  gives: Generated<boolean>
  answered_at: Timestamp | null
  /** The version of the occasion that they answered. */
  answered_version: number | null
  /** Their place in the line. */
  waits_since: Timestamp | null
  offer_until: Timestamp | null
  /** What is said or typed at the door. */
  code: string
  pass_version: Generated<number>
  sequence: Generated<number>
  /** Their calendar was sent the occasion, so it has to be told of the end. */
  in_calendar: Generated<boolean>
  /** The transaction that changed it last: doors ask for what is newer than they know. */
  touched: Generated<string>
  /** When its last pass was replaced, or it was withdrawn: doors say so. */
  ended_at: Timestamp | null
}

/** Jobs that a worker has yet to move to the queue. Empty where jobs go to the queue at once. */
export interface JobOutbox {
  id: ColumnType<number, never, never>
  /** The job as add_work received it: name, carries, key, queue, run_at, tries, flags. It carries ids only. */
  spec: Json
}

export interface KeptForms {
  token_hash: Buffer
  user_id: string
  /** Where the form is sent to; a path of ours. */
  action: string
  /** The page that it was on. */
  page: string
  fields: string
  created_at: Generated<Timestamp>
}

/** Where money can be: the house's own accounts, and one for each drive with what its owner is owed. */
export interface LedgerAccounts {
  id: ColumnType<number, never, never>
  code: string
  /** Assets and expenses grow by debits, liabilities and revenue by credits. */
  kind: 'asset' | 'liability' | 'revenue' | 'expense'
  /** The drive whose owner's share this is. It goes with the drive, which is possible only while nothing was posted. */
  fund_drive_id: string | null
  created_at: Generated<Timestamp>
}

/** What each account had taken and given at some moment. What came since is added to it: see the snapshot. */
export interface LedgerBalances {
  account_id: number
  debits: number
  credits: number
  /** Which transactions are in it. By the highest id it would miss rows that were slow to commit. */
  snap: string
  kept_at: Generated<Timestamp>
}

/** Every movement of money: one row takes from one account what it gives another, so the books always balance. Rows are only ever added; a mistake is put right by another row. */
export interface LedgerTransfers {
  id: ColumnType<number, never, never>
  event_kind: 'donation' | 'subscription' | 'suspense' | 'suspense_placed' | 'payout' | 'payout_sent' | 'payout_declined' | 'payout_returned' | 'reversal' | 'refund_sent' | 'refund_lost' | 'write_off' | 'settlement' | 'fee_corrected'
  /** What it is about: the payment, the payout, the reversal, the suspense or the write-off of that kind. */
  subject_id: number
  /** Which of the subject's transfers. Kind, subject and leg are unique: nothing is posted twice. */
  leg: number
  debit_account: number
  credit_account: number
  amount: number
  created_at: Generated<Timestamp>
  /** The transaction that wrote it. A sum that was kept knows by it which rows it holds; by the id it would miss rows that were slow to commit. */
  xid: Generated<string>
}

/** Messages and lists of a group as they were pasted. The text is erased after 30 days. */
export interface ListPastes {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  by: string
  body: string | null
  sha256: string
  created_at: Generated<Timestamp>
  entered_at: Timestamp | null
  undone_at: Timestamp | null
}

/** Topics that open pages have to hear of, until a worker has published them. Empty where topics go by NOTIFY. Lost in a crash: every process then forgets its pages. */
export interface LiveOutbox {
  id: Generated<number>
  topic: string
}

/** Email addresses that a mail server refused permanently. No email is sent to them. */
export interface MailSuppressions {
  /** In lower case. */
  address: string
  /** hard: there is no such mailbox. */
  kind: Generated<'hard'>
  /** The answer of the mail server, and its enhanced code if there was one. */
  code: string
  at: Generated<Timestamp>
  /** The moment from which emails are sent again; null for none. */
  until: Timestamp | null
}

/** One guest of one message: which way it goes to them, and how far it came. */
export interface MessageLines {
  id: ColumnType<number, never, never>
  message_id: string
  supporter_id: string
  /** hand: the host sends it from their own phone, and says so. */
  way: 'mail' | 'sms' | 'hand'
  /** sending: it may have left. What stays so is sent once more by mail, and never again by text. */
  state: Generated<'queued' | 'sending' | 'sent' | 'unsure' | 'failed' | 'skipped'>
  why: string | null
  tries: Generated<number>
  /** By occasion, the version whose time and place it told. */
  versions: Generated<Json>
  at: Generated<Timestamp>
}

/** One message to some guests of a gathering. Its frame is fixed, the host adds words without links. */
export interface Messages {
  id: Generated<string>
  gathering_id: string
  occasion_id: string | null
  kind: 'invitation' | 'note' | 'thanks' | 'reminder' | 'change' | 'cancelled' | 'offer' | 'account'
  words: Generated<string>
  /** Which guests it was for, as the address of the list said it. */
  filter: Generated<Json>
  /** Stands for what it is about: of two with the same one is sent. */
  once: string | null
  /** The host who wrote it; null for what the clock sends. */
  made_by: string | null
  stopped_at: Timestamp | null
  created_at: Generated<Timestamp>
}

/** Changes of who must agree to withdrawals, on drives that have had money. They are taken at from_at or later, never before. */
export interface MoneyChanges {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  kind: 'number' | 'joins' | 'leaves' | 'give_back'
  /** How many must agree from then on; was: how many when it was asked for. */
  number: number | null
  was: number | null
  /** The treasurer who joins or leaves. */
  helper_id: number | null
  asked_by: string
  from_at: Timestamp
  state: Generated<'waiting' | 'held' | 'done' | 'dropped'>
  /** The treasurer who objected. An administrator lets it through or drops it. */
  held_by: string | null
  held_at: Timestamp | null
  /** Their reason. */
  why: Generated<string>
  /** The person who let it through or dropped it: an administrator; or the owner who dropped it, or the treasurer who left by themselves. */
  decided_by: string | null
  decided_why: Generated<string>
  ended_at: Timestamp | null
  created_at: Generated<Timestamp>
}

/** Questions to M-Pesa that it answers later, at a secret address that only this question has. */
export interface MpesaAsks {
  id: ColumnType<number, never, never>
  what: 'status' | 'balance' | 'b2c' | 'reversal'
  /** The receipt that is asked about, the shortcode whose balance is, or our reference of money that is sent. */
  subject: string
  /** M-Pesa's name for the question; null until it takes it, and for money that is sent, whose name is our reference. An answer has to name it. */
  originator: string | null
  /** The SHA-256 of the secret end of the address where the answer is posted. */
  hear_hash: Buffer
  /** late: M-Pesa said that it takes longer. lost: nothing came, or it was asked anew; an answer still counts. */
  state: Generated<'open' | 'answered' | 'late' | 'lost'>
  asked_at: Generated<Timestamp>
  answered_at: Timestamp | null
  code: string | null
  facts: Generated<Json>
  /** Who asked for it; null for the clock. */
  by: string | null
}

/** The secret addresses where M-Pesa asks and tells us about payments that nobody was asked for. What is posted there proves nothing. */
export interface MpesaDoors {
  /** The SHA-256 of the secret end of the address. */
  hash: Buffer
  purpose: 'validation' | 'confirmation'
  shortcode: string
  since: Generated<Timestamp>
  /** When M-Pesa took the address. It may use one whose answer was lost, so those stay open. */
  taken_at: Timestamp | null
  /** When it closes, once others stand in its place. */
  until: Timestamp | null
  /** Where the address begins. Of those that are pretended it is one word, as they are on this machine wherever that is. */
  origin: Generated<string>
}

/** The lines of imported statements, each once, however many statements have it. */
export interface MpesaLines {
  id: ColumnType<number, never, never>
  statement_id: number
  receipt: string
  /** void: it moved no money. moved: between our own accounts there. back: a payment was reversed. other: nothing that we know; a person is called. */
  kind: 'in' | 'charge' | 'to_bank' | 'moved' | 'void' | 'back' | 'other'
  paid_in: number
  withdrawn: number
  at: Timestamp
  account: Generated<string>
  tail: string | null
  /** Who paid, until the line is worked off. The same with the digits of the number. */
  name: string | null
  /** The code that a charge belongs to, or that was reversed. */
  linked: string | null
  reason: Generated<string>
  /** What came of it; null until it is worked off. It is worked off once. */
  became: 'new' | 'known' | 'fee' | 'settlement' | 'nothing' | 'break' | 'back' | null
  /** What was booked for it on top of the fee that was booked with its money. Below nought where less was charged. */
  corrected: Generated<number>
}

/** Up to when a list of M-Pesa was read that reached back its 48 hours, and was read to its end. */
export interface MpesaListed {
  provider: string
  until: Timestamp
}

/** Requests on a payer's phone to pay by M-Pesa: at most three for one payment, and one at a time on a phone. */
export interface MpesaPrompts {
  id: ColumnType<number, never, never>
  payment_id: number
  n: number
  /** Our name for it, which the payer sees and M-Pesa's list repeats. Never used for another. */
  account: string
  phone: string | null
  /** The SHA-256 of the secret end of the address where M-Pesa tells us of it. Who posts there was told the address by us. */
  hear_hash: Buffer
  /** M-Pesa's name for it; null until it answers, for ever when its answer was lost. */
  checkout_id: string | null
  /** created before M-Pesa is asked, open while it can be answered. unknown: whether it was paid can't be said yet. Each can still become paid. */
  state: Generated<'created' | 'open' | 'paid' | 'cancelled' | 'expired' | 'wrong_pin' | 'unanswered' | 'short' | 'over_limit' | 'locked' | 'too_soon' | 'busy' | 'too_busy' | 'refused' | 'broken' | 'unknown'>
  code: string | null
  why: string | null
  /** The end that was posted to us, which proves nothing. */
  told: string | null
  visitor: string | null
  created_at: Generated<Timestamp>
  sent_at: Timestamp | null
  ended_at: Timestamp | null
  /** When M-Pesa is asked about it next; null when there is nothing to ask. */
  ask_at: Timestamp | null
  asked_at: Timestamp | null
  /** How many of the questions by the clock have been used. */
  asks: Generated<number>
  /** When M-Pesa last refused it, or a question about it, for a reason that is ours to mend. After two phones no request is sent for a while. */
  refused_at: Timestamp | null
  /** Under which key the limit counts the network that asked for it, no address. Empty once it was paid, and after a day. */
  network: string | null
}

/** M-Pesa's own codes of money that came in. Each stands here once and in one place, however it was heard of. */
export interface MpesaReceipts {
  receipt: string
  shortcode: Generated<string>
  amount: number
  account: Generated<string>
  tail: string | null
  name: string | null
  paid_at: Timestamp | null
  /** callback, confirmation: it was posted to us, which proves nothing. The others: M-Pesa said so when we asked. */
  heard_by: 'callback' | 'confirmation' | 'list' | 'status' | 'statement'
  proved_by: 'query' | 'list' | 'status' | 'statement' | null
  proved_at: Timestamp | null
  /** heard until a question of ours proved it; then placed on a payment, or unplaced in suspense. */
  state: Generated<'heard' | 'placed' | 'unplaced' | 'reversed'>
  prompt_id: number | null
  payment_id: number | null
  suspense_id: number | null
  created_at: Generated<Timestamp>
  /** When name and digits of its payer were taken out: because they asked for it, or because the money went back to them long ago. Nothing writes them again. */
  forgotten_at: Timestamp | null
}

/** Until when a part of M-Pesa is left alone, as it asked us to. Asked again soon after, the next rest is twice as long. */
export interface MpesaRests {
  part: 'prompt' | 'query' | 'question' | 'list'
  seconds: number
  until: Timestamp
}

/** Statements that were imported. The same file is imported once. */
export interface MpesaStatements {
  id: ColumnType<number, never, never>
  sha256: Buffer
  shortcode: string
  lines: number
  /** How many of its lines an earlier statement had already. */
  known_before: Generated<number>
  by: string
  created_at: Generated<Timestamp>
  /** When all its lines were worked off; null while that goes on. */
  done_at: Timestamp | null
  /** What it would have booked, in cents, when it began to wait for a second administrator. */
  held: number | null
  agreed_by: string | null
  /** When the second administrator said that it may be booked. */
  agreed_at: Timestamp | null
  /** The moment of its first line, whether or not another statement had it before. Null of those from before these columns. */
  first_at: Timestamp | null
  /** The moment of its last line. */
  last_at: Timestamp | null
}

/** Tariffs of M-Pesa by what was paid. Rows are added, never changed: those of the newest day that has come count. */
export interface MpesaTariffs {
  id: ColumnType<number, never, never>
  /** paybill: what is paid to us. b2c: withdrawals that M-Pesa sends, which the business bears. */
  what: 'paybill' | 'b2c'
  bearer: 'payer' | 'business'
  from_cents: number
  to_cents: number
  fee: number
  /** The day in Nairobi from which the rows of that day count, in place of all rows before. */
  since: Timestamp
  by: string
  created_at: Generated<Timestamp>
}

/** The token that all processes call M-Pesa with. One process renews it while the others use it. */
export interface MpesaToken {
  /** A hash of the app that it was made for and of the address where. */
  name: string
  /** The token, sealed with a key that follows from AUTH_SECRET: a copy of the database opens nothing. */
  sealed: string
  good_until: Timestamp
}

/** What was changed of the day, the time or the place of an occasion, so that guests see what was said before. */
export interface OccasionChanges {
  occasion_id: string
  /** The version of the occasion that this change made. */
  version: number
  was: Json
  is_now: Json
  at: Generated<Timestamp>
}

/** What signs the passes of an occasion. Passes of a key that was retired stay good. */
export interface OccasionKeys {
  occasion_id: string
  no: number
  public: Buffer
  /** Sealed with AUTH_SECRET. One that can not be opened any more is retired, and another is made. */
  secret: string
  retired_at: Timestamp | null
}

/** What became of a reminder that the kind of an occasion brings: that the host wants none, or that it was sent. */
export interface OccasionReminders {
  occasion_id: string
  whom: 'coming' | 'silent'
  of: 'start' | 'deadline'
  before: string
  is_off: Generated<boolean>
  done_at: Timestamp | null
  /** The beginning, or the end of answers, that it was sent for. When that is moved it is due again. */
  done_for: Timestamp | null
}

/** How many seats are held, by those who come and by offers. Whoever changes seats or capacity, or cancels, locks this row. */
export interface OccasionSeats {
  occasion_id: string
  taken: Generated<number>
}

/** One day, or some, of a gathering, with guests of its own. */
export interface Occasions {
  id: Generated<string>
  gathering_id: string
  /** Its number within the gathering, which its addresses have. */
  no: number
  kind: 'fundraising' | 'ruracio' | 'wedding' | 'burial' | 'memorial' | 'graduation' | 'church' | 'chama' | 'school' | 'other'
  name: string
  /** Whose clocks the local times are of. A zone that Postgres does not know is refused, because the times can not be computed. */
  zone: string
  starts_local: Timestamp
  ends_local: Timestamp | null
  starts_at: ColumnType<Date, never, never>
  ends_at: ColumnType<Date | null, never, never>
  place: Generated<string>
  landmark: Generated<string>
  map_url: string | null
  lat: number | null
  lng: number | null
  travel: Generated<string>
  dress: Generated<string>
  programme: Generated<string>
  stream_url: string | null
  stream_open: Generated<boolean>
  capacity: number | null
  /** How many may come by one answer on the link that everybody shares. */
  party_most: Generated<number>
  /** How many more than their seats invited guests may bring. */
  plus_ones: Generated<number>
  answers_until: Timestamp | null
  shows_list: Generated<boolean>
  shows_count: Generated<boolean>
  approves: Generated<boolean>
  waits: Generated<boolean>
  /** Whether people who are not on the list may answer on the page of the gathering. */
  shared: Generated<boolean>
  walk_ins: Generated<boolean>
  status: Generated<'planned' | 'cancelled'>
  cancelled_why: string | null
  version: Generated<number>
  /** The version that guests were told of last. */
  told_version: Generated<number>
  /** The version in which the day was changed last. An answer that is older was given for another day. */
  day_version: Generated<number>
  created_at: Generated<Timestamp>
  /** When it was cancelled; not known of those before this was written down. */
  cancelled_at: Timestamp | null
}

/** The drives that visitors can use: active, and their owner is with us and not suspended. takes_gifts: donations can be given to it. */
export interface OpenDrives {
  id: string | null
  slug: string | null
  user_id: string | null
  fee_policy: string | null
  takes_gifts: boolean | null
  fee_bps: number | null
}

/** What administrators chose on their Settings page. The newest row of a name counts; older ones stay, so that anybody can see what held when. */
export interface OperatorChoices {
  id: ColumnType<number, never, never>
  name: string
  /** As it was typed, checked. Null goes back to what the environment says, or the default. */
  value: string | null
  by: string | null
  why: Generated<string>
  at: Generated<Timestamp>
}

/** Categories of drives that administrators added to the ten of the product. The audit log has each change. One that a drive has can not be deleted. */
export interface OwnCategories {
  id: ColumnType<number, never, never>
  english: string
  swahili: string
  /** Its place in lists, after the ten; the smallest number comes first. */
  place: Generated<number>
  /** True if new drives can not choose it. Drives that have it keep and show it. */
  hidden: Generated<boolean>
  created_at: Generated<Timestamp>
}

/** Photos of papers that an organiser shows to administrators alone. A photo is deleted after 30 days. */
export interface Papers {
  id: Generated<string>
  fund_drive_id: string
  purpose: 'identity' | 'cause' | 'payee'
  /** The photo, at most 1 MB, sealed with DOCUMENTS_KEY: a copy of the database shows none. */
  bytes: Buffer
  uploaded_by: string
  delete_at: Generated<Timestamp>
  /** When its owner was told that it is deleted without having been seen. */
  warned_at: Timestamp | null
  created_at: Generated<Timestamp>
  /** The key of the form: a photo that is sent twice is kept once. */
  form_key: string | null
}

/** What was seen of each drive, and when: null where it was not, or was taken back. The account is the one that was asked for last. */
export interface PapersSeen {
  fund_drive_id: string | null
  identity_at: Timestamp | null
  cause_at: Timestamp | null
  cause_words: string | null
  payee_at: Timestamp | null
}

/** The rows of a paste, and what each that a person approved has become, once. */
export interface PasteRows {
  paste_id: number
  /** Its place among the messages and lines of the paste, which does not change with what is known. */
  nr: number
  proposed: 'gift' | 'pledge' | 'claim' | 'undo' | 'ask'
  state: Generated<'proposed' | 'entered' | 'left' | 'undone'>
  became: 'recorded' | 'pledge' | 'claim' | 'void' | null
  became_id: number | null
  /** What was entered, in cents. */
  amount: number | null
  /** That its person changed what was read: what it is, the name, or an amount. Null until it is entered, and of those entered before this was kept. */
  corrected: boolean | null
}

/** Attempts to bring money in: a donation, or a purchase of views. Written before the provider is asked; one that succeeded stays so. */
export interface Payments {
  id: ColumnType<number, never, never>
  /** How we and the provider call it. Never used for another. */
  reference: string
  kind: 'donation' | 'subscription'
  /** Null when the drive was deleted, which is possible only while no money came in. Money that comes all the same waits in suspense. */
  fund_drive_id: string | null
  user_id: string | null
  package_id: string | null
  views: number | null
  amount: number
  currency: Generated<'KES'>
  /** created, then pending once there is an address to pay at; init_unknown when the provider gave no answer; mismatch when another amount or currency came in than was asked. */
  status: Generated<'created' | 'pending' | 'succeeded' | 'failed' | 'abandoned' | 'init_unknown' | 'mismatch'>
  provider: Generated<string>
  /** The provider's own number: 64 bits, so it is text. */
  provider_tx_id: string | null
  /** What the provider kept of it at our cost; null until it is known. */
  provider_fee: number | null
  channel: 'online' | 'mobile' | 'other' | null
  /** What was refunded or charged back. */
  reversed: Generated<number>
  authorization_url: string | null
  donor_name: Generated<string>
  donor_email: Generated<string>
  message: Generated<string>
  anonymous: Generated<boolean>
  language: Generated<string>
  failure: string | null
  next_check_at: Timestamp | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  settled_at: Timestamp | null
  /** When the provider was asked about it last: not more often than every few seconds, whoever wants to know. */
  asked_at: Timestamp | null
  /** How often in a row the provider knew of no such payment. */
  not_known: Generated<number>
  /** The visitor whose browser was the first to see that it was paid: a hash, see visitorKey. The link to the receipt is shown in that browser only. */
  returned: string | null
  /** The phone that was asked to pay, as the whole world dials it. Empty once its giver is forgotten. */
  donor_phone: Generated<string>
  /** The pledge from whose page it was begun. What arrives counts for it. */
  pledge_id: number | null
}

/** Who was the first of two administrators to complete a large withdrawal. Rows are only ever added. */
export interface PayoutApprovals {
  id: ColumnType<number, never, never>
  payout_id: number
  /** The version of the request that was approved. Each step makes another, so an approval counts for one try only. */
  version: number
  by: string
  note: Generated<string>
  created_at: Generated<Timestamp>
}

/** Transfers by the provider, written before it is asked. At most one is open: nothing is sent twice because an answer was lost. */
export interface PayoutAttempts {
  id: ColumnType<number, never, never>
  payout_id: number
  n: number
  reference: string
  provider: Generated<string>
  provider_code: string | null
  /** sending: the provider was not asked yet. unknown: it was asked, and nobody knows what became of it. pending: it is on its way. The others are the end of it. */
  state: Generated<'sending' | 'pending' | 'unknown' | 'success' | 'failed' | 'returned'>
  fee: number | null
  why: Generated<string>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  /** How often it was looked after; the pauses grow with it. */
  checks: Generated<number>
  /** When it is looked after next, should the job for it be lost. */
  next_check_at: Timestamp | null
  /** Since when we know that the provider has it. */
  sent_at: Timestamp | null
  /** Whoever looks after it at the moment: only they may send it. A worker that slept through its lease sends nothing. */
  lease: string | null
  leased_until: Timestamp | null
}

/** The story of each withdrawal, step by step. */
export interface PayoutEvents {
  id: ColumnType<number, never, never>
  payout_id: number
  kind: 'requested' | 'signed' | 'refused' | 'lapsed' | 'unsigned' | 'approved' | 'sent' | 'completed' | 'put_back' | 'rejected' | 'cancelled' | 'returned'
  by: string | null
  note: Generated<string>
  code: Generated<string>
  created_at: Generated<Timestamp>
  reason: 'other name' | 'wrong account' | 'question' | 'in parts' | 'asked' | null
}

/** Receipts that show what a withdrawal was spent on. A receipt is never edited: it is undone with a reason, which everybody can read. */
export interface PayoutReceipts {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  /** The withdrawal, with all its parts. */
  whole: string
  amount: number
  paid_to: string
  /** False if the public account leaves out the person or business that was paid. */
  shows_name: Generated<boolean>
  what: string
  spent_on: Timestamp
  /** The photo of the receipt. All rows of a pasted list have the photo of the signed list. The picture of an undone receipt is deleted. */
  photo_url: string | null
  /** The reason why there is no photo. */
  no_photo: Generated<string>
  posted_by: string
  /** The key of the form: a form that is sent twice adds its receipts once. */
  form_key: string
  /** The number of its row in a pasted list. */
  row_no: Generated<number>
  created_at: Generated<Timestamp>
  undone_at: Timestamp | null
  undone_by: string | null
  undone_why: Generated<string>
  /** Since when an administrator hides the photo: its file is not served. All receipts with the photo are hidden together. */
  hidden_at: Timestamp | null
  hidden_by: string | null
  /** Why an administrator has hidden the photo, as those read it who manage the drive. */
  hidden_why: Generated<string>
}

/** What the provider calls a destination that it was told of before. Kept by a hash: the destination itself stands in the request only. */
export interface PayoutRecipients {
  provider: string
  destination_hash: string
  code: string
  created_at: Generated<Timestamp>
}

/** Withdrawals that owners asked for. The money is set aside with the row; a rejected one gives it back. */
export interface PayoutRequests {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  user_id: string
  amount: number
  /** The platform's share, which is withheld here; net is what is sent. */
  fee: number
  net: number
  status: Generated<'waiting' | 'processing' | 'approved' | 'completed' | 'rejected'>
  notes: Generated<string>
  withdrawal_method_id: string
  /** Where it goes, as the method said when it was asked for: changing a method redirects nothing. */
  destination: Json
  /** The form's own key: a form that is sent twice asks once. */
  client_key: string
  version: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  /** What the owner typed, of all parts together. More than the amounts come to where cents can't be sent. */
  typed: number | null
  /** Which part it is of the withdrawal that was asked for at once; part 1 has the form's own key. */
  part: Generated<number>
  parts: Generated<number>
  /** The form's own key of part 1: all parts of a withdrawal are signed as one. */
  whole: string
  /** How many treasurers had to agree when it was asked for. */
  needs: Generated<number>
  /** The purpose, in the owner's words. Everybody can read it. */
  purpose: Generated<string>
  /** Our seal over what was asked for. A request that was changed in the database has another one. */
  mac: string | null
  /** The line of the drive's plan that the owner named. */
  line_id: number | null
  /** The ceiling when it was asked for; null where there was none, or the owner's identity was seen. */
  ceiling: number | null
}

/** The words of treasurers about a withdrawal. The newest word of each counts. Rows are only ever added; a yes that was taken back is not given again. */
export interface PayoutSignatures {
  id: ColumnType<number, never, never>
  whole: string
  by: string
  verdict: 'yes' | 'no'
  note: Generated<string>
  how: Generated<'web' | 'sms'>
  /** Our seal over whole, by and verdict: a row that was written by hand does not count. */
  mac: string
  created_at: Generated<Timestamp>
}

/** Who was let in and not taken back. What a door sent of the time after it was revoked is not counted. */
export interface PeopleInside {
  id: string | null
  occasion_id: string | null
  invitation_id: string | null
  door_id: string | null
  people: number | null
  saw: string | null
  how: string | null
  name: string | null
  at: Timestamp | null
}

/** Codes asked for, for a day: one for each phone, purpose and browser. A new one takes the place of the one before. */
export interface PhoneCodes {
  phone: string
  purpose: 'sign in' | 'confirm' | 'sign up' | 'ask back'
  id: Generated<string>
  /** The hash of a mark of the browser that asked: the code is of use there alone, and nobody else uses up its tries. */
  browser: string
  /** Who confirms the phone as theirs. */
  user_id: string | null
  /** The language of the page that asked. */
  language: string
  /** The code as HMAC with our secret. Null until it is texted, and for ever where the number is nobody's. */
  mac: string | null
  /** Codes that were tried. After five none is right. */
  tries: Generated<number>
  until: Timestamp
  used_at: Timestamp | null
}

/** When a number that has given last ceased to be somebody's: who confirms it later sees nothing of before. Gone, with the request to be forgotten or within a day, once no gift, no promise and no recorded gift has the number. */
export interface PhonesLeft {
  phone: string
  left_at: Timestamp
}

/** That a guest asks to have a photo of a post taken down. The host sees who asks. */
export interface PhotoObjections {
  id: ColumnType<number, never, never>
  gathering_id: string
  photo_id: string | null
  supporter_id: string | null
  words: Generated<string>
  at: Generated<Timestamp>
  /** When a host decided to keep the photo. The office still looks at it. */
  kept_at: Timestamp | null
  /** When the office decided to leave the photo. */
  looked_at: Timestamp | null
  /** When the photo was taken down, by whomever and in whatever way. */
  gone_at: Timestamp | null
  /** The guest asks a second time, after the photo was kept. There is no third. */
  again: Generated<boolean>
}

/** One row per picture in the store. The files are there before the row, and the row goes before the files. */
export interface Pictures {
  /** Its largest JPEG. The other widths and formats have the same name: see kit/picture.ts. */
  url: string
  user_id: string
  width: number
  height: number
  /** Its dominant colour, shown until the picture is there. */
  colour: string
  /** Every file of it: key, bytes, sha256. */
  files: Json
  created_at: Generated<Timestamp>
  /** Where it was fetched from. Null for one that was uploaded. */
  source: string | null
  /** In percent from the left. Null: we choose what is cut. */
  focus_x: number | null
  /** In percent from the top. */
  focus_y: number | null
}

/** Email addresses to which nothing is written about pledges any more. It stays when a person is forgotten. */
export interface PledgeMailStops {
  /** SHA-256 of the address in small letters: it is recognised, and is not read here. */
  address_hash: string
  since: Generated<Timestamp>
}

/** What was given towards a pledge. A gift counts for one pledge. */
export interface PledgeParts {
  id: ColumnType<number, never, never>
  pledge_id: number
  donation_id: number | null
  recorded_id: number | null
  amount: number
  created_at: Generated<Timestamp>
  /** Its giver said that the gift is for the pledge, by beginning it from there or on the page of the payment. Else people of the drive did. */
  by_giver: Generated<boolean>
}

/** Promises to give later. A promise is no money. */
export interface Pledges {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  name: Generated<string>
  phone: string | null
  email: string | null
  amount: number
  /** The sum of its parts. Only the trigger of pledge_parts writes it, under a lock of the row. */
  paid: Generated<number>
  due_on: Timestamp | null
  anonymous: Generated<boolean>
  state: Generated<'open' | 'kept' | 'released'>
  source: 'giver' | 'organiser' | 'list'
  recorded_by: string | null
  /** Whose pledge it is said yes to our message, and is reminded; of another's pledge its writer ticked that. */
  agreed: Generated<boolean>
  /** SHA-256 of the secret in the link with which the giver comes back. */
  token_hash: string
  reminded: Generated<number>
  /** When the giver is reminded next; empty when nothing is to be sent. */
  remind_at: Timestamp | null
  /** When the giver asked for no more reminders of it. */
  stopped_at: Timestamp | null
  /** Who of the drive released it; nobody where the giver did. */
  released_by: string | null
  client_key: string
  created_at: Generated<Timestamp>
  ended_at: Timestamp | null
  /** In which the giver is written to. */
  language: Generated<string>
  /** SHA-256 of the secret in the link that was written last, where that is not the first one. */
  renewed_hash: string | null
  /** What was added to an agreed pledge by its link alone: it counts once the giver says yes to it, too. */
  unagreed: Generated<number>
}

/** The photos of a post, at most six. A picture is in one post alone: when it is taken down it is gone. */
export interface PostPhotos {
  id: Generated<string>
  post_id: string
  /** Where it stands in its post, from 1. */
  place: number
  image_url: string
  /** What can be seen on it, as its host wrote it for people who do not see it. */
  alt: Generated<string>
  width: number
  height: number
  colour: string | null
  created_at: Generated<Timestamp>
}

/** How a person is seen by others. */
export interface Profiles {
  id: Generated<string>
  user_id: string
  full_name: string
  /** Kept in lower case, so that it is one name whatever the case; null only on a tombstone. */
  username: string | null
  avatar_url: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

/** What one administrator has decided and a second one must decide, too: who becomes an administrator, the sum above which two are needed, where large unplaced money goes, and what a statement may book. A row goes when it is carried out; the audit log keeps both. */
export interface Proposals {
  id: ColumnType<number, never, never>
  about: 'role' | 'restore' | 'setting' | 'unplaced' | 'statement' | 'institution'
  subject: string
  value: string
  by: string
  why: Generated<string>
  created_at: Generated<Timestamp>
}

/** Since when which key of ours at the provider is in use: what the one before it signed is believed for some days only. */
export interface ProviderKeys {
  id: ColumnType<number, never, never>
  provider: string
  /** A hash of the key, never the key. */
  fingerprint: string
  since: Generated<Timestamp>
}

/** There is a row while the provider refuses our key: until it takes it again nothing is sent, and nothing counts as failed. */
export interface ProviderStops {
  provider: string
  why: string
  created_at: Generated<Timestamp>
}

/** Tries of one key at one thing in the window that began with the first of them. Swept when the window is over. */
export interface RateLimits {
  name: string
  /** A hash of whom the limit counts (a network address, an account), so that neither stands here in clear. */
  key: string
  tries: number
  resets_at: Timestamp
}

/** The name of discrepancies in the version before. A later migration drops it. */
export interface ReconBreaks {
  id: number | null
  kind: string | null
  subject: string | null
  facts: Json | null
  state: string | null
  seen_at: Timestamp | null
  closed_by: string | null
  closed_at: Timestamp | null
  note: string | null
  created_at: Timestamp | null
  opened_by: string | null
  follows: number | null
}

/** Gifts that did not pass through us: cash, or money to the treasurer's own number. Never in the books, a wallet, a withdrawal or a fee. */
export interface RecordedGifts {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  /** In cents, KES 20,000,000 at most. */
  amount: number
  method: 'cash' | 'cheque' | 'bank' | 'mpesa' | 'airtel'
  /** The code of the message that told the treasurer of the money. Counted once in the whole product. */
  code: string | null
  name: Generated<string>
  phone: string | null
  given_on: Timestamp
  note: Generated<string>
  anonymous: Generated<boolean>
  recorded_by: string
  /** The secret in the address of its receipt, /given/:receipt. */
  receipt: string
  version: Generated<number>
  voided_at: Timestamp | null
  /** Nobody where the product itself did it: the money came through us after all. */
  voided_by: string | null
  void_why: string | null
  client_key: string
  created_at: Generated<Timestamp>
  /** The person who gave it, among those of its drive. */
  giver_id: number | null
  /** Where it stands among the gifts of its drive: ten thousand times the number of the newest donation when it was recorded, and a count from there. A donation stands at ten thousand times its own. */
  place: Generated<number>
}

/** What became of each recorded gift, step by step. Its receipt shows it. */
export interface RecordedStory {
  id: ColumnType<number, never, never>
  recorded_id: number
  what: 'recorded' | 'changed' | 'voided'
  by: string | null
  why: string | null
  /** Of a change: what was there before. No name, no number. */
  facts: Generated<Json>
  created_at: Generated<Timestamp>
}

/** What went back beyond a payment and an administrator booked as a loss of the platform, once. */
export interface RefundLosses {
  reversal_id: number
  /** In cents: the excess of the refund. */
  amount: number
  by: string
  created_at: Generated<Timestamp>
}

/** Orders to M-Pesa to send a refund to the phone that paid. M-Pesa takes each reference once, and no second one exists while one is open. */
export interface RefundSends {
  id: ColumnType<number, never, never>
  /** Our name for it, which is M-Pesa's key of the order. */
  reference: string
  reversal_id: number
  amount: number
  state: Generated<'open' | 'done' | 'failed'>
  /** M-Pesa's code of the money that arrived. */
  code: string | null
  fee: number | null
  /** Why it ended without sending. */
  why: Generated<string>
  created_at: Generated<Timestamp>
  ended_at: Timestamp | null
}

/** Households in the private book of one person. Nobody else reads it, administrators neither. */
export interface Remembered {
  id: Generated<string>
  user_id: string
  /** The guest of the owner’s own gathering whom it tells of, who may have it removed; null where the owner typed all of it. */
  supporter_id: string | null
  name: string
  phone: string | null
  what: Generated<string>
  day: Timestamp | null
  /** How many came. */
  people: number | null
  /** Cents, as the owner typed them. Null: of a guest, what guest_paid says now is shown, so that a gift that becomes anonymous leaves nothing here. */
  gave: number | null
  words: Generated<string>
  /** Tells a form that is sent twice. */
  once: string | null
  version: Generated<number>
  created_at: Generated<Timestamp>
}

/** Codes by which a treasurer answers a text by a text, one for each text. A code is of use for one subject, from a confirmed phone of its treasurer, for 72 hours and three tries. */
export interface ReplyCodes {
  id: ColumnType<number, never, never>
  user_id: string
  /** The withdrawal that is agreed to. */
  whole: string | null
  /** The change of who must agree that is objected to. */
  change_id: number | null
  /** Our seal over person, subject and code. The code itself is nowhere in the database. */
  mac: string
  /** Wrong codes from a phone of this person while this one was open. */
  tries: Generated<number>
  until: Timestamp
  used_at: Timestamp | null
  /** The word that was taken with it. */
  said: string | null
  created_at: Generated<Timestamp>
}

/** Slugs of drives that were deleted. Nobody gets one again: links to the old drive must not lead to somebody else's. */
export interface RetiredSlugs {
  slug: string
  retired_at: Generated<Timestamp>
}

/** What came in and went back of donations and view packages, by drive and channel of each day, again of each month, and of each day for all drives together. Summed up from the ledger alone. */
export interface RevenueSums {
  span: 'day' | 'month' | 'all drives'
  /** The day of Nairobi's calendar on which it was booked, or the first of its month. */
  starts: Timestamp
  kind: 'donation' | 'subscription'
  channel: 'online' | 'mobile' | 'other'
  /** All noughts for a drive that is gone, and where all drives stand together. It refers to nothing: what was earned stays when a drive goes. */
  fund_drive_id: string
  /** How many came in. */
  payments: number
  gross: number
  /** The platform's share of donations. */
  fee: number
  provider_fee: number
  back: number
  /** Of what went back, what the platform gave back of its share. */
  fee_back: number
}

/** Money that went back to whoever paid it: a refund of ours, or a chargeback of their bank. */
export interface Reversals {
  id: ColumnType<number, never, never>
  payment_id: number
  kind: 'refund' | 'chargeback'
  provider: Generated<string>
  /** The provider's number of the refund or the dispute; a refund gets its own once the provider answers. */
  ext_id: string | null
  amount: number
  /** Of it, what the platform gives back of its share. */
  fee_part: Generated<number>
  state: Generated<'open' | 'done' | 'failed'>
  note: Generated<string>
  asked_by: string | null
  created_at: Generated<Timestamp>
  done_at: Timestamp | null
  /** The progress of an open refund. waiting: the provider was not asked yet. unknown: it was, and nobody knows what became of it. pending: it is on its way. attention: somebody has to give the payer's bank details. by hand: an administrator has to send it from M-Pesa's portal. office: an administrator has to agree before it is sent. */
  progress: Generated<'waiting' | 'unknown' | 'pending' | 'attention' | 'by hand' | 'office'>
  /** How often an open refund was looked after; the pauses grow with it. */
  checks: Generated<number>
  /** When an open refund is looked after next, should the job for it be lost. */
  next_check_at: Timestamp | null
  /** Whoever looks after it at the moment: only they may ask the provider for it. */
  lease: string | null
  leased_until: Timestamp | null
  /** The form that asked for the refund: sent twice, it asks once. */
  form_key: string | null
  /** Numbers of refunds of the same amount that the provider had before it was asked for this one: none of them is this one. */
  not_ours: Generated<string[]>
  /** What went back beyond what was left of the payment, in cents. It is not in the amount. */
  excess: Generated<number>
  /** The person who asked us for the refund: its giver, the organiser of the drive, or an administrator. Null where the provider began it. */
  asked_as: 'giver' | 'owner' | 'office' | null
  /** The last day, in Nairobi, on which the giver could ask for it. */
  back_until: Timestamp | null
}

/** What each shortcode has, in cents: money that came in is in utility. */
export interface SandboxDarajaAccounts {
  shortcode: string
  utility: Generated<number>
  working: Generated<number>
  charges: Generated<number>
  /** What becomes of a payment when the product gives no answer in time. */
  response_type: 'Completed' | 'Cancelled' | null
  validation_url: string | null
  confirmation_url: string | null
  /** The phone that the list of payments was ordered with. */
  pull_number: string | null
}

/** What is posted to the product, each once: nobody repeats it. */
export interface SandboxDarajaCallbacks {
  id: ColumnType<number, never, never>
  kind: 'prompt' | 'confirmation' | 'result' | 'late'
  subject: string
  address: string
  body: string
  first_at: Timestamp
  due_at: Timestamp
  state: Generated<'waiting' | 'sent'>
  /** What the product answered; 0 for no answer. */
  status: number | null
}

/** What is to go wrong on purpose at the pretend M-Pesa: at which endpoint, how often (null: until taken away), how likely. */
export interface SandboxDarajaFaults {
  id: ColumnType<number, never, never>
  endpoint: Generated<string>
  fault: string
  times: number | null
  chance: Generated<number>
  settings: Generated<Json>
}

/** What becomes of something at a later time of the pretend clock. */
export interface SandboxDarajaLater {
  id: ColumnType<number, never, never>
  due_at: Timestamp
  noun: string
  subject: string
  becomes: string
}

/** What was ordered in the name of an initiator. Amounts in cents. */
export interface SandboxDarajaOrders {
  conversation: string
  originator: string
  kind: 'payout' | 'reversal' | 'status' | 'balance'
  subject: string
  amount: number | null
  receipt: string | null
  /** How it ended; none while it is under way. */
  code: string | null
  result_url: string
  late_url: string
  made_at: Timestamp
}

/** Pretend phones that were used, each with a balance in cents. */
export interface SandboxDarajaPhones {
  number: string
  balance: Generated<number>
  is_on: Generated<boolean>
  used_at: Timestamp
}

/** Requests to pay that were sent to a phone. Amounts in cents. */
export interface SandboxDarajaPrompts {
  checkout_id: string
  merchant_id: string
  phone: string
  shortcode: string
  /** The Paybill or till that gets the money. */
  party: string
  way: 'paybill' | 'till'
  amount: number
  account: string
  description: string
  callback_url: string
  state: Generated<'open' | 'ended'>
  /** How it ended: 0 is paid. */
  code: number | null
  receipt: string | null
  created_at: Timestamp
  expires_at: Timestamp
  ended_at: Timestamp | null
}

/** One row: what the pretend M-Pesa as a whole knows: its seed and how far its clock is ahead. */
export interface SandboxDarajaState {
  one: Generated<boolean>
  seed: Generated<string>
  clock_ahead_ms: Generated<number>
  /** Where sandbox.daraja_numbers stood when the seed was set. */
  numbers_from: Generated<number>
  /** Where sandbox.daraja_calls stood when the seed was set. */
  calls_from: Generated<number>
  /** Whether the product is asked before a payment by hand is taken: Safaricom switches it on. */
  validates: Generated<boolean>
  /** By how much, in cents, a balance that is asked for is said wrongly. */
  balance_off: Generated<number>
}

/** Access tokens. A new one ends those before it. */
export interface SandboxDarajaTokens {
  token: string
  made_at: Timestamp
  ends_at: Timestamp
}

/** Money that moved, by its M-Pesa code. Amounts in cents; what left the shortcode is negative. */
export interface SandboxDarajaTransactions {
  receipt: string
  way: 'prompt' | 'paybill' | 'till' | 'payout' | 'reversal' | 'charge' | 'top-up' | 'settlement'
  shortcode: string
  phone: string | null
  account: string | null
  amount: number
  /** Of the shortcode, after it. */
  balance: number
  /** The code of what a reversal or a charge belongs to. */
  linked: string | null
  /** The name that the program gave to what it asked for. */
  originator: string | null
  conversation: string | null
  at: Timestamp
}

/** Mails that would have been sent, kept for looking at under /sandbox/mailbox. */
export interface SandboxMails {
  id: ColumnType<number, never, never>
  to_address: string
  subject: string
  text: string
  html: string
  /** The whole message as a mail server would have received it. */
  raw: string
  sent_at: Generated<Timestamp>
}

/** Questions of a payer's bank. */
export interface SandboxPaystackDisputes {
  id: string
  payment_id: string
  amount: number
  refund_amount: number | null
  category: Generated<'chargeback' | 'fraud'>
  status: Generated<'awaiting-merchant-feedback' | 'awaiting-bank-feedback' | 'pending' | 'resolved' | 'archived'>
  resolution: 'merchant-accepted' | 'declined' | 'auto-accepted' | null
  message: string | null
  evidence: Json | null
  due_at: Timestamp
  resolved_at: Timestamp | null
  created_at: Timestamp
  updated_at: Timestamp
}

/** What is to go wrong on purpose: at which endpoint, how often (null: until taken away), how likely. */
export interface SandboxPaystackFaults {
  id: ColumnType<number, never, never>
  endpoint: Generated<string>
  fault: string
  times: number | null
  chance: Generated<number>
  settings: Generated<Json>
}

/** What becomes of something at a later time of the pretend clock. */
export interface SandboxPaystackLater {
  id: ColumnType<number, never, never>
  due_at: Timestamp
  noun: 'payment' | 'transfer' | 'refund' | 'dispute'
  subject: string
  becomes: string
  why: string | null
}

/** Transactions of the pretend provider. Amounts in cents. No number of a card or phone is kept whole. */
export interface SandboxPaystackPayments {
  id: string
  reference: string
  access_code: string
  email: string
  amount: number
  currency: Generated<string>
  callback_url: string | null
  metadata: Json | null
  label: string | null
  status: Generated<'abandoned' | 'ongoing' | 'failed' | 'success' | 'reversed'>
  gateway_response: Generated<string>
  channel: 'mobile_money' | 'card' | 'bank_transfer' | null
  paid_with: Json | null
  fees: number | null
  refunded: Generated<number>
  /** How its charge.success is told: some test values ask for something unusual. */
  webhook: Generated<'usual' | 'five' | 'never' | 'before'>
  created_at: Timestamp
  expires_at: Timestamp
  waits_until: Timestamp | null
  paid_at: Timestamp | null
  /** The channel that its page opens with: the first one the product asked for. */
  offered: 'mobile_money' | 'card' | 'bank_transfer' | null
}

/** Accounts and wallets that transfers go to. */
export interface SandboxPaystackRecipients {
  id: string
  recipient_code: string
  type: string
  name: string
  account_number: string
  bank_code: string
  created_at: Timestamp
}

/** Money sent back to a payer. */
export interface SandboxPaystackRefunds {
  id: string
  payment_id: string
  refund_reference: string
  amount: number
  status: Generated<'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention'>
  customer_note: string | null
  merchant_note: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

/** One row: what the pretend provider as a whole knows: its seed, how far its clock is ahead, how much quicker webhooks are tried again, and our balance there in cents. */
export interface SandboxPaystackState {
  one: Generated<boolean>
  seed: Generated<string>
  clock_ahead_ms: Generated<number>
  /** Pauses between tries of a webhook are divided by this; null: as whoever opened it said. */
  time_scale: number | null
  balance: Generated<number>
  /** Where sandbox.paystack_numbers stood when the seed was set. */
  numbers_from: Generated<number>
  /** Where sandbox.paystack_calls stood when the seed was set. */
  calls_from: Generated<number>
}

/** Money sent out of our balance at the pretend provider. */
export interface SandboxPaystackTransfers {
  id: string
  reference: string
  transfer_code: string
  recipient_id: string
  amount: number
  fee: number
  reason: string | null
  status: 'pending' | 'otp' | 'success' | 'failed' | 'reversed' | 'abandoned'
  gateway_response: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

/** Files put at the pretend provider that show the payer's bank something. An answer to a dispute names one. */
export interface SandboxPaystackUploads {
  file_name: string
  dispute_id: string
  kind: string
  body: Buffer
  uploaded_at: Timestamp
}

/** Events to be posted to the product, with their tries. */
export interface SandboxPaystackWebhooks {
  id: ColumnType<number, never, never>
  event: string
  subject: string
  body: string
  signature: string | null
  first_at: Timestamp
  due_at: Timestamp
  tries: Generated<number>
  state: Generated<'waiting' | 'taken' | 'given-up'>
  last_status: number | null
  /** Real time: one process delivers it and has so long. */
  claimed_until: Timestamp | null
}

/** Texts that would have been sent, kept for looking at under /sandbox/sms. */
export interface SandboxSms {
  id: ColumnType<number, never, never>
  /** As the whole world dials it: +254712345678. */
  to_phone: string
  /** Who it says it is from: HARAMBEE or M-PESA. */
  sender: string
  text: string
  /** What the gateway calls it; null for what did not come through the gateway. */
  message_id: string | null
  sent_at: Generated<Timestamp>
}

/** One row per browser that is signed in. The cookie carries the token with its HMAC, so the row alone opens nothing. */
export interface Sessions {
  id: Generated<string>
  user_id: string
  token: string
  expires_at: Timestamp
  /** Shortened (IPv4 /24, IPv6 /48) before it is stored. */
  ip_address: string | null
  user_agent: string | null
  created_at: Generated<Timestamp>
  /** Last use, to within five minutes. */
  updated_at: Generated<Timestamp>
  /** When the password or the second factor was last given in this session. Signing in counts. */
  confirmed_at: Generated<Timestamp>
}

/** What the provider paid out to our bank, and what we put in there, as administrators booked it. Without a row here no such money is in the ledger. */
export interface Settlements {
  id: ColumnType<number, never, never>
  /** What the bank or the provider calls it. The same one is booked once. */
  reference: string
  /** to_bank: the provider paid it out to us. from_bank: we put it in there, or sent a withdrawal from our bank by hand. */
  direction: 'to_bank' | 'from_bank'
  amount: number
  /** When it moved, as the bank says. */
  day: Timestamp
  why: string
  asked_by: string
  created_at: Generated<Timestamp>
  booked_by: string | null
  /** When it was posted. Null while a second administrator has to book it, too. */
  booked_at: Timestamp | null
  /** Whose account the money left or reached. */
  provider: Generated<'paystack' | 'mpesa'>
}

/** Every short name that a drive has or had. Nobody else gets one, also when its drive was deleted. */
export interface ShortNames {
  name: string
  /** Where it leads; null once the drive was deleted. */
  fund_drive_id: string | null
  made_at: Generated<Timestamp>
}

/** Sign-ups of accounts that nobody has confirmed yet. The one whose link is used becomes the account; the others go. */
export interface SignUps {
  id: Generated<string>
  user_id: string
  full_name: string
  /** The name they asked for. It is taken when the address is confirmed, not before. */
  username: string
  /** The scrypt hash of the password chosen with this sign-up. */
  password: string
  language: string | null
  /** Where they were going when they signed up. */
  wanted: string | null
  /** SHA-256 of a random mark in the browser that signed up: there the link needs no password. */
  browser: string | null
  created_at: Generated<Timestamp>
}

/** Answers by text that begin with yes or no, until a job has acted on each and deletes its row. */
export interface SmsHeard {
  id: ColumnType<number, never, never>
  phone: string
  text: string
  at: Generated<Timestamp>
}

/** Texts to phones. The key stands for what a text is about: two deeds that mean the same send one text. */
export interface SmsOutbox {
  id: ColumnType<number, never, never>
  key: string
  /** Whole, for the gateway alone. Null once the person has asked to be forgotten. */
  phone: string | null
  /** Null 30 days after it was written. */
  text: string | null
  /** Tells of money: it is never sent again where it may have gone out. */
  money: boolean
  /** Is also sent between 20 and 8 o'clock. */
  at_night: boolean
  /** A code that its reader has just asked for: it is sent to a phone that said STOP, too. */
  asked_for: boolean
  /** After this moment it is of no use, and is not sent any more. */
  until: Timestamp
  state: Generated<'waiting' | 'sent' | 'maybe_sent' | 'delivered' | 'failed' | 'stopped'>
  tries: Generated<number>
  provider_id: string | null
  why: string | null
  /** In cents, as the gateway said. */
  cost: number | null
  created_at: Generated<Timestamp>
  tried_at: Timestamp | null
  ended_at: Timestamp | null
  /** Of a text to a guest: the host of the gathering, whose budget it is in. Null for texts of ours. */
  host_id: string | null
  /** A text about an update of a drive: its budget was counted where it was written. */
  news: Generated<boolean>
  /** A code in the text, sealed with AUTH_SECRET: the text kept here has # in its place, and gets it when it is sent. */
  sealed: string | null
}

/** What the gateway said of a text whose answer has not come yet. Taken away when it comes, or after two days. */
export interface SmsReports {
  provider_id: string
  phone: string
  state: 'delivered' | 'failed'
  why: string | null
  heard_at: Generated<Timestamp>
}

/** Phones that said STOP. They are sent nothing but codes that they ask for, until they say ANZA. */
export interface SmsStops {
  /** The number; of a person who asked to be forgotten, only what it is recognised by, made with our secret. */
  phone: string
  since: Generated<Timestamp>
}

/** What view credits come in. Free is what each new drive gets; of those for sale the second is marked Most Popular. */
export interface SubscriptionPackages {
  id: Generated<string>
  name: string
  description: Generated<string>
  /** The price in cents of US dollars; 0 is not for sale. */
  amount: number
  views: number
  status: Generated<'active' | 'inactive'>
  created_at: Generated<Timestamp>
  /** When another one took its place, or it was taken from sale. */
  closed_at: Timestamp | null
}

/** The view credits of a drive: what was given or bought, what is used, what is left. One is active; a purchase closes it and moves what is left to the next. */
export interface Subscriptions {
  id: Generated<string>
  fund_drive_id: string
  user_id: string
  package_id: string
  /** The payment that bought it; null for the free one. */
  payment_id: number | null
  /** Its package's views, and what was left of the one before. */
  views: number
  remaining_views: number
  used_views: Generated<number>
  status: Generated<'active' | 'closed'>
  created_at: Generated<Timestamp>
}

/** Up to where the sums below were kept: one row, which is also the lock of whoever keeps them. What came since is added when they are read. */
export interface SumMarks {
  one: Generated<boolean>
  /** Which transactions are in them. By the highest id they would miss rows that were slow to commit. */
  snap: string
  kept_at: Generated<Timestamp>
}

/** The name of support_messages in the version before. A later migration drops it. */
export interface SupportLetters {
  id: number | null
  fund_drive_id: string | null
  reason: string | null
  message: string | null
  email: string | null
  language: string | null
  state: string | null
  once: string | null
  created_at: Timestamp | null
  closed_at: Timestamp | null
}

/** What people wrote to support: a report about a fund drive, or a question. The drive's owner never sees it. */
export interface SupportMessages {
  id: ColumnType<number, never, never>
  fund_drive_id: string | null
  reason: 'untrue' | 'identity' | 'money' | 'offensive' | 'other' | 'question'
  message: string
  email: string | null
  language: Generated<string>
  state: Generated<'open' | 'closed'>
  /** The sending of a form: a form that is sent twice files one message. */
  once: string | null
  created_at: Generated<Timestamp>
  closed_at: Timestamp | null
  /** The writer of a report showed the code of a gift to the drive, or was signed in and had given to it. Which giver it was is not kept. */
  from_giver: Generated<boolean>
  /** The one it is for does not know of the drive: nothing is sent until an administrator has closed this. */
  holds: Generated<boolean>
}

/** What is known to come from a guest. An anonymous gift or pledge is never tied: it leaves no trace on the list of guests. */
export interface SupporterTies {
  id: ColumnType<number, never, never>
  supporter_id: string
  payment_id: number | null
  pledge_id: number | null
  recorded_id: number | null
  visit_id: string | null
  comment_id: number | null
  /** link: it came by their own link. phone, email: only they have it in that gathering. host: tied by hand. */
  how: 'link' | 'phone' | 'email' | 'host'
  at: Generated<Timestamp>
  /** When the host said that it is not theirs. The row stays, so that nothing ties it to them again by itself. */
  untied_at: Timestamp | null
}

/** A person or a household on the list of a gathering. */
export interface Supporters {
  id: Generated<string>
  gathering_id: string
  name: string
  phone: string | null
  /** Who answered on the shared link with a number that was on the list already. Nothing of the other is shown; the host says who it is. */
  claimed_phone: string | null
  email: string | null
  groups: Generated<string[]>
  /** The secret end of their own address, 60 bits in clear: it opens the answer of one guest, and who reads this table has the names anyway. */
  link: string
  language: Generated<string>
  note: Generated<string>
  /** They let other guests see their name, where the host shows a list. */
  listed: Generated<boolean>
  origin: 'host' | 'import' | 'shared' | 'door' | 'gift' | 'pledge' | 'visit'
  quiet_at: Timestamp | null
  sent_at: Timestamp | null
  /** The first day on which they opened their page. Never how often. */
  seen_on: Timestamp | null
  thanked_at: Timestamp | null
  merged_into: string | null
  /** Tells a form that is sent twice. */
  once: string | null
  version: Generated<number>
  created_at: Generated<Timestamp>
  /** When they, the host or an operator had them forgotten. The row stays for the counts, under another name and a link that nobody has. */
  forgotten_at: Timestamp | null
  /** When their own link was texted to their number because somebody answered with it on the shared link. It is done once. */
  texted_at: Timestamp | null
  /** Their Yes waits for the host: the host looks at new guests first, or many came from one network at once. */
  asks: Generated<boolean>
  /** The name on cards, passes and lists on paper. Null: the name of the guest. */
  card_name: string | null
}

/** Money the provider says it has for us and that we can place nowhere. Shillings stand in the ledger's account of that name; other currencies only here, because the books are kept in shillings. */
export interface Suspense {
  id: ColumnType<number, never, never>
  provider: string
  provider_tx_id: string
  reference: string
  payment_id: number | null
  why: 'unknown reference' | 'wrong amount' | 'wrong currency' | 'drive is gone' | 'paid twice' | 'unknown account'
  amount: number
  currency: string
  provider_fee: number | null
  /** closed: of shillings, that they went back; of other currencies, that a person has seen to it. placed: it became a gift. */
  state: Generated<'open' | 'closed' | 'placed'>
  note: Generated<string>
  closed_by: string | null
  closed_at: Timestamp | null
  created_at: Generated<Timestamp>
  /** When the provider was asked last to give it back. Not twice within a while: its list of refunds tells whether the first was taken. */
  asked_at: Timestamp | null
  /** The payment that it became. */
  placed_payment_id: number | null
  /** Of money that was paid twice: its giver wants it back, or has not answered for 72 hours, which means the same. */
  wish: 'back' | 'no answer' | null
  wished_at: Timestamp | null
  /** Since when it goes back, and nobody can place it. What an administrator does by hand only a person frees again. */
  reserved_at: Timestamp | null
  /** The administrator who decided it; null where its giver wants it back, or M-Pesa took it back by itself. */
  reserved_by: string | null
  reserved_why: string | null
  /** How it goes back. waiting: M-Pesa is to reverse it, and was not asked yet. unknown: it was, and has not said what became of it. by hand: an administrator does it in M-Pesa's portal. */
  back: 'waiting' | 'unknown' | 'by hand' | null
  /** How often a return by M-Pesa was looked after; the pauses grow with it. */
  checks: Generated<number>
  /** When a return by M-Pesa is looked after next, should the job for it be lost. */
  next_check_at: Timestamp | null
  /** Whoever looks after it at the moment: only they may order the reversal. */
  lease: string | null
  leased_until: Timestamp | null
}

/** M-Pesa's code of the reversal by which money went back that had no place. A code stands for one return. */
export interface SuspenseReturns {
  receipt: string
  suspense_id: number
  created_at: Generated<Timestamp>
}

/** When the transfers that a provider lists were last compared with ours, to the end of its list. */
export interface TransfersCompared {
  provider: string
  /** The database, and the start of its server. Of a database that was restored, or another server took over, it is another one. */
  place: string
  at: Generated<Timestamp>
}

/** A person's second factor: the TOTP secret and the backup codes left, both encrypted with AUTH_SECRET. */
export interface TwoFactors {
  id: Generated<string>
  user_id: string
  secret: string
  backup_codes: string
  verified: Generated<boolean>
  failed_verification_count: Generated<number>
  locked_until: Timestamp | null
  /** The 30-second step of the clock whose code was taken last; only codes of later steps are taken. Null before the first. */
  last_step: number | null
  /** When it was begun. Without a first code within 15 minutes it is over. */
  begun_at: Generated<Timestamp>
}

/** Mailings to the followers of a drive: one for a day of Nairobi, with the updates that name it. */
export interface UpdateMailings {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  /** The day on which it is due. */
  day: Timestamp
  due_at: Timestamp
  /** The day on which it began: a late one does not begin on the day of another. */
  begun_on: Timestamp | null
  /** The last follower who was emailed; text_cursor is the last who was texted. */
  cursor: Generated<number>
  /** When all emails were sent. The texts follow. */
  emailed_at: Timestamp | null
  text_cursor: Generated<number>
  done_at: Timestamp | null
}

/** The photos of an update, at most six. A picture is in one update alone: when the update is removed it is gone. */
export interface UpdatePhotos {
  id: Generated<string>
  update_id: string
  place: number
  image_url: string
  alt: Generated<string>
  width: number
  height: number
  colour: string | null
}

/** Followers that a mailing was sent to. The row is written before the email, so that none is sent twice. */
export interface UpdateSends {
  mailing_id: number
  follower_id: number
  how: 'email' | 'text'
  at: Generated<Timestamp>
}

/** Updates that the owner or a treasurer of a drive wrote for the public. An update is not edited; a removed one keeps its row, without words. */
export interface Updates {
  id: Generated<string>
  fund_drive_id: string
  by: string
  words: string
  /** The withdrawal that it is about. */
  whole: string | null
  /** Of the form that sent it: the same form sent twice makes one update. */
  form_key: string
  removed_at: Timestamp | null
  hidden_at: Timestamp | null
  hidden_by: string | null
  /** Why an administrator has hidden it, as its writers read it. */
  hidden_why: Generated<string>
  created_at: Generated<Timestamp>
  /** The mailing that brings it to the followers. */
  mailing_id: number | null
}

/** Phones that people have confirmed with a code. A number has one person: who confirms it last has it. */
export interface UserPhones {
  phone: string
  user_id: string
  confirmed_at: Generated<Timestamp>
  /** When a code that was texted to it was last right. Numbers change hands: after 90 days of silence it opens no account with an email address or money. */
  used_at: Generated<Timestamp>
}

/** What a person may do beyond their own; no row means user. Written by administrators, by the ADMIN_EMAIL setting, by npm run admin and by the example content. */
export interface UserRoles {
  user_id: string
  role: 'admin' | 'moderator' | 'user'
  granted_by: 'setting' | 'command' | 'example' | 'admin'
  created_at: Generated<Timestamp>
  /** The administrator who gave the role; null for the setting, the command line and the example content. */
  given_by: string | null
  /** The first of two administrators, where two had to agree about the role. */
  asked_by: string | null
}

/** One row per account. A deleted account stays as a tombstone: its books remain true, its email and name are gone. */
export interface Users {
  id: Generated<string>
  /** Null for a person who signed up with a phone and has added no address. */
  email: string | null
  email_verified: Generated<boolean>
  two_factor_enabled: Generated<boolean>
  /** The language chosen in the settings; null follows the browser. */
  language: string | null
  /** Wants mails about gifts, messages and visits of their own drives. */
  mail_activity: Generated<boolean>
  /** Wants mails about what is new in the product. */
  mail_news: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  /** When the account was deleted. Such a person can neither sign in nor be found. */
  deleted_at: Timestamp | null
  /** When they were here last, to within five minutes: kept with the session's last use, not at each request. */
  seen_at: Generated<Timestamp>
  /** Since when an administrator shuts them out: they can't sign in, and visitors don't find their drives. */
  suspended_at: Timestamp | null
  /** Why, for administrators. The person is not told. */
  suspended_why: Generated<string>
  /** From when withdrawals are asked for again, after an administrator moved the account to another address or phone. */
  withdrawals_from: Timestamp | null
}

/** What is waited for: mailed links (identifier holds the SHA-256 of the token, value the person), two-factor challenges, trusted devices. */
export interface Verifications {
  id: Generated<string>
  identifier: string
  value: string
  expires_at: Timestamp
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

/** What was taken from a drive's views because the payment for them is asked back, or went back. */
export interface ViewClaims {
  payment_id: number
  /** How many of the purchase's views the claims on its payment are worth: see views_due. */
  due: number
  /** How many of those were unused when they were claimed, and are gone from the drive's views. */
  taken: number
  updated_at: Generated<Timestamp>
}

/** How many views of a month of Nairobi's calendar are deleted because of their age. Their sums by day are still in view_sums. */
export interface ViewMonths {
  fund_drive_id: string
  /** Whose credit each cost; null for those that cost nothing. */
  subscription_id: string | null
  month: Timestamp
  views: number
}

/** How many views a drive had on each day of Nairobi's calendar: by hour, again by device, by place and by source. Kept by the triggers of fund_drive_views, in the same transaction. After 24 months one sum of the whole day is in the place of those by hour. */
export interface ViewSums {
  fund_drive_id: string
  day: Timestamp
  what: 'hour' | 'device' | 'place' | 'source' | 'day'
  /** The hour of the day, 0 to 23, or which device, place or source; nothing for the whole day. */
  name: string
  views: number
}

/** Each purchase of views with how many of them are claimed by its disputes and refunds: those that are open, and those that took money back. */
export interface ViewsDue {
  payment_id: number | null
  fund_drive_id: string | null
  is_open: boolean | null
  due: number | null
}

/** How many views earlier versions deleted because of their age, by the subscription whose credit each cost; null for those that cost nothing. Their sums by day went with them. */
export interface ViewsGone {
  fund_drive_id: string
  subscription_id: string | null
  views: number
}

/** The address, directions and phone number that a guest gets when the owner of a drive confirms a visit. */
export interface VisitPlaces {
  fund_drive_id: string
  address: string | null
  directions: string | null
  /** Whom a guest can call on the way. As +254..., or as it was typed. */
  phone: string | null
  updated_at: Generated<Timestamp>
}

/** Donations and donors that are not in their wallet yet. A gift is appended here, so that a thousand at once need not queue up at one row; they are folded into the wallet by and by. */
export interface WalletDeltas {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  credit: number
  donors: Generated<number>
}

/** One row per drive: what it may draw. Its row is the lock for everything that takes money out; money that comes in waits for nobody, see wallet_deltas. */
export interface Wallets {
  fund_drive_id: string
  /** Donations that came in and were folded, in cents. */
  credited: Generated<number>
  /** Of those, what was refunded or charged back. */
  reversed: Generated<number>
  /** Withdrawals that were not declined: under way or paid. */
  reserved: Generated<number>
  /** Reversed money that had been withdrawn already. Coming donations pay it first; until then nothing is withdrawn. */
  debt: Generated<number>
  /** Debt that nobody will pay any more. */
  written_off: Generated<number>
  /** People who gave through us and were not given all of it back, see drive_givers. */
  donors: Generated<number>
  /** Since when there has been a debt without a break. */
  debt_since: Timestamp | null
  /** Since when an administrator lets nothing out of it: nothing is withdrawn, and no request is completed. */
  frozen_at: Timestamp | null
  /** Why, as the drive's owner reads it. */
  frozen_why: Generated<string>
}

/** What the provider told us, byte for byte and once, stored before it is answered and worked off afterwards. Kept for 180 days. */
export interface WebhookEvents {
  id: ColumnType<number, never, never>
  provider: string
  dedupe_key: string
  event: Generated<string>
  body: Buffer
  state: Generated<'received' | 'done' | 'ignored' | 'failed'>
  attempts: Generated<number>
  received_at: Generated<Timestamp>
  done_at: Timestamp | null
  /** When it may be worked off. Whoever takes one moves this on, so that nobody else takes it meanwhile, and it comes back by itself if they die. */
  next_try_at: Generated<Timestamp>
  /** The payment, transfer, refund or dispute that it tells of, by reference or number. What it says of it otherwise is not believed: we ask. */
  about: Generated<Json>
}

/** Bank accounts and mobile wallets that owners have their money sent to. One that is removed stays for the requests that name it. */
export interface WithdrawalMethods {
  id: Generated<string>
  user_id: string
  method_type: 'bank' | 'mobile_money' | 'institution'
  bank_name: string | null
  account_number: string | null
  account_name: string | null
  phone_number: string | null
  mobile_operator: 'M-Pesa' | 'Airtel Money' | 'T-Kash' | null
  created_at: Generated<Timestamp>
  removed_at: Timestamp | null
  /** The confirmed institution that the money goes to. */
  institution_id: string | null
  /** The number of the patient or pupil there. */
  paybill_account: string | null
}

/** Debts of drives that the platform has given up. */
export interface WriteOffs {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  debt: number
  /** What the owner's account lacked, which is the debt without the platform's share. */
  posted: number
  note: Generated<string>
  decided_by: string | null
  created_at: Generated<Timestamp>
}

export interface DB {
  about_pages: AboutPages
  account_lines: AccountLines
  account_months: AccountMonths
  accounts: Accounts
  answers: Answers
  arrivals: Arrivals
  audit_log: AuditLog
  balance_checks: BalanceChecks
  beneficiaries: Beneficiaries
  book_checks: BookChecks
  book_days: BookDays
  book_events: BookEvents
  book_lines: BookLines
  book_recipients: BookRecipients
  books: Books
  budget_lines: BudgetLines
  claims: Claims
  comment_counts: CommentCounts
  comment_likes: CommentLikes
  comment_reports: CommentReports
  discrepancies: Discrepancies
  disputes: Disputes
  donations: Donations
  doors: Doors
  drive_beside: DriveBeside
  drive_checks: DriveChecks
  drive_codes: DriveCodes
  drive_faces: DriveFaces
  drive_givers: DriveGivers
  drive_helpers: DriveHelpers
  drive_recipients: DriveRecipients
  email_changes: EmailChanges
  far_picture_tries: FarPictureTries
  fee_rates: FeeRates
  first_administrators: FirstAdministrators
  followers: Followers
  followers_reached: FollowersReached
  fund_drive_comments: FundDriveComments
  fund_drive_images: FundDriveImages
  fund_drive_reservations: FundDriveReservations
  fund_drive_totals: FundDriveTotals
  fund_drive_videos: FundDriveVideos
  fund_drive_views: FundDriveViews
  fund_drives: FundDrives
  gathering_accounts: GatheringAccounts
  gathering_hosts: GatheringHosts
  gathering_posts: GatheringPosts
  gatherings: Gatherings
  gift_mails_sent: GiftMailsSent
  gift_news: GiftNews
  give_backs: GiveBacks
  guest_came: GuestCame
  guest_paid: GuestPaid
  guest_pastes: GuestPastes
  guest_pledged: GuestPledged
  guest_reports: GuestReports
  idempotency_keys: IdempotencyKeys
  institutions: Institutions
  invitations: Invitations
  job_outbox: JobOutbox
  kept_forms: KeptForms
  ledger_accounts: LedgerAccounts
  ledger_balances: LedgerBalances
  ledger_transfers: LedgerTransfers
  list_pastes: ListPastes
  live_outbox: LiveOutbox
  mail_suppressions: MailSuppressions
  message_lines: MessageLines
  messages: Messages
  money_changes: MoneyChanges
  mpesa_asks: MpesaAsks
  mpesa_doors: MpesaDoors
  mpesa_lines: MpesaLines
  mpesa_listed: MpesaListed
  mpesa_prompts: MpesaPrompts
  mpesa_receipts: MpesaReceipts
  mpesa_rests: MpesaRests
  mpesa_statements: MpesaStatements
  mpesa_tariffs: MpesaTariffs
  mpesa_token: MpesaToken
  occasion_changes: OccasionChanges
  occasion_keys: OccasionKeys
  occasion_reminders: OccasionReminders
  occasion_seats: OccasionSeats
  occasions: Occasions
  open_drives: OpenDrives
  operator_choices: OperatorChoices
  own_categories: OwnCategories
  papers: Papers
  papers_seen: PapersSeen
  paste_rows: PasteRows
  payments: Payments
  payout_approvals: PayoutApprovals
  payout_attempts: PayoutAttempts
  payout_events: PayoutEvents
  payout_receipts: PayoutReceipts
  payout_recipients: PayoutRecipients
  payout_requests: PayoutRequests
  payout_signatures: PayoutSignatures
  people_inside: PeopleInside
  phone_codes: PhoneCodes
  phones_left: PhonesLeft
  photo_objections: PhotoObjections
  pictures: Pictures
  pledge_mail_stops: PledgeMailStops
  pledge_parts: PledgeParts
  pledges: Pledges
  post_photos: PostPhotos
  profiles: Profiles
  proposals: Proposals
  provider_keys: ProviderKeys
  provider_stops: ProviderStops
  rate_limits: RateLimits
  recon_breaks: ReconBreaks
  recorded_gifts: RecordedGifts
  recorded_story: RecordedStory
  refund_losses: RefundLosses
  refund_sends: RefundSends
  remembered: Remembered
  reply_codes: ReplyCodes
  retired_slugs: RetiredSlugs
  revenue_sums: RevenueSums
  reversals: Reversals
  'sandbox.daraja_accounts': SandboxDarajaAccounts
  'sandbox.daraja_callbacks': SandboxDarajaCallbacks
  'sandbox.daraja_faults': SandboxDarajaFaults
  'sandbox.daraja_later': SandboxDarajaLater
  'sandbox.daraja_orders': SandboxDarajaOrders
  'sandbox.daraja_phones': SandboxDarajaPhones
  'sandbox.daraja_prompts': SandboxDarajaPrompts
  'sandbox.daraja_state': SandboxDarajaState
  'sandbox.daraja_tokens': SandboxDarajaTokens
  'sandbox.daraja_transactions': SandboxDarajaTransactions
  'sandbox.mails': SandboxMails
  'sandbox.paystack_disputes': SandboxPaystackDisputes
  'sandbox.paystack_faults': SandboxPaystackFaults
  'sandbox.paystack_later': SandboxPaystackLater
  'sandbox.paystack_payments': SandboxPaystackPayments
  'sandbox.paystack_recipients': SandboxPaystackRecipients
  'sandbox.paystack_refunds': SandboxPaystackRefunds
  'sandbox.paystack_state': SandboxPaystackState
  'sandbox.paystack_transfers': SandboxPaystackTransfers
  'sandbox.paystack_uploads': SandboxPaystackUploads
  'sandbox.paystack_webhooks': SandboxPaystackWebhooks
  'sandbox.sms': SandboxSms
  sessions: Sessions
  settlements: Settlements
  short_names: ShortNames
  sign_ups: SignUps
  sms_heard: SmsHeard
  sms_outbox: SmsOutbox
  sms_reports: SmsReports
  sms_stops: SmsStops
  subscription_packages: SubscriptionPackages
  subscriptions: Subscriptions
  sum_marks: SumMarks
  support_letters: SupportLetters
  support_messages: SupportMessages
  supporter_ties: SupporterTies
  supporters: Supporters
  suspense: Suspense
  suspense_returns: SuspenseReturns
  transfers_compared: TransfersCompared
  two_factors: TwoFactors
  update_mailings: UpdateMailings
  update_photos: UpdatePhotos
  update_sends: UpdateSends
  updates: Updates
  user_phones: UserPhones
  user_roles: UserRoles
  users: Users
  verifications: Verifications
  view_claims: ViewClaims
  view_months: ViewMonths
  view_sums: ViewSums
  views_due: ViewsDue
  views_gone: ViewsGone
  visit_places: VisitPlaces
  wallet_deltas: WalletDeltas
  wallets: Wallets
  webhook_events: WebhookEvents
  withdrawal_methods: WithdrawalMethods
  write_offs: WriteOffs
}
