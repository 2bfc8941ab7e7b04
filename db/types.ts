// Written by scripts/db-types.ts from the migrated database. Do not edit: write a migration, then run it again.

import type { ColumnType } from 'kysely'

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>

export type Timestamp = ColumnType<Date, Date | string, Date | string>

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** Read as a value; written as its JSON text, so that a list is not taken for an array of the database. */
export type Json = ColumnType<JsonValue, string, string>

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

/** Who liked which comment: one row per visitor, so that nobody counts twice. */
export interface CommentLikes {
  comment_id: number
  visitor: string
  created_at: Generated<Timestamp>
}

/** What visitors wrote. What looks like spam waits in quarantine until the owner releases or hides it. */
export interface FundDriveComments {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  name: Generated<string>
  content: string
  /** As many as there are rows in comment_likes; kept here so that a list need not count. */
  likes: Generated<number>
  state: Generated<string>
  /** Why it was put in quarantine; kept when the owner decides otherwise. */
  suspicion: string | null
  /** A hash that stands for the visitor who wrote it, to know again who repeats themselves. */
  visitor: string
  /** SHA-256 of its letters and digits in lower case: the same for texts that say the same. */
  fingerprint: string
  created_at: Generated<Timestamp>
  /** SHA-256 of who sent what with which form. Null for what was sent without a form of ours. */
  once: string | null
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
  visit_time: string
  /** 5 stands for five or more. */
  number_of_guests: Generated<number>
  message: string | null
  status: Generated<string>
  /** Counts the owner's decisions. Calendars take the file with the highest one. */
  sequence: Generated<number>
  /** The language the guest booked in, for the mails that follow. */
  language: Generated<string>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  /** SHA-256 of what was sent with which form. Null for what was sent without a form of ours. */
  once: string | null
}

/** What each drive has raised, in cents, from how many donors, and whether money ever came in. Nothing, as long as there is no ledger. */
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

/** One row per visitor's stay that cost a credit: as many as the used views of its subscription. */
export interface FundDriveViews {
  id: ColumnType<number, never, never>
  fund_drive_id: string
  subscription_id: string
  /** A hash that stands for one visitor: of their cookie, else of shortened address and browser, salted anew each day. */
  visitor: string
  device_type: string
  location: Generated<string>
  /** Shortened (IPv4 /24, IPv6 /48) before it is stored. */
  viewer_ip: Generated<string>
  viewed_at: Generated<Timestamp>
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
  category: string
  image_url: string | null
  /** The last day, as the calendar of Nairobi counts it. */
  end_date: Timestamp | null
  status: Generated<string>
  campaign_slogan: Generated<string>
  collect_donations: Generated<boolean>
  location: Generated<string>
  /** Who bears the platform's share, settled when the drive is made. */
  fee_policy: Generated<string>
  /** Counts changes of what the Info page shows: whoever saves an older one is told. */
  version: Generated<number>
  /** The same for the description, which has a page of its own. */
  description_version: Generated<number>
  /** When it was opened to visitors. Its owner's e-mail address was confirmed by then; the badge says so. */
  published_at: Generated<Timestamp>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  /** SHA-256 of what was sent with which form. Null for what was sent without a form of ours. */
  once: string | null
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

/** Tries of one key at one thing in the window that began with the first of them. Swept when the window is over. */
export interface RateLimits {
  name: string
  /** A hash of whom the limit counts (a network address, an account), so that neither stands here in clear. */
  key: string
  tries: number
  resets_at: Timestamp
}

/** Slugs of drives that were deleted. Nobody gets one again: links to the old drive must not lead to somebody else's. */
export interface RetiredSlugs {
  slug: string
  retired_at: Generated<Timestamp>
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
}

/** What view credits come in. Free is what each new drive gets; of those for sale the second is marked Most Popular. */
export interface SubscriptionPackages {
  id: Generated<string>
  name: string
  description: Generated<string>
  /** The price in cents of US dollars; 0 is not for sale. */
  amount: number
  views: number
  status: Generated<string>
  created_at: Generated<Timestamp>
}

/** The view credits of a drive: what was given or bought, what is used, what is left. One is active; a purchase closes it and moves what is left to the next. */
export interface Subscriptions {
  id: Generated<string>
  fund_drive_id: string
  user_id: string
  package_id: string
  /** The payment that bought it; null for the free one. */
  payment_id: string | null
  /** Its package's views, and what was left of the one before. */
  views: number
  remaining_views: number
  used_views: Generated<number>
  status: Generated<string>
  created_at: Generated<Timestamp>
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
}

/** What a person may do beyond their own; no row means user. Written by the ADMIN_EMAIL setting, by npm run admin and by the example content only. */
export interface UserRoles {
  user_id: string
  role: string
  granted_by: string
  created_at: Generated<Timestamp>
}

/** One row per account. A deleted account stays as a tombstone: its books remain true, its email and name are gone. */
export interface Users {
  id: Generated<string>
  email: string
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

export interface DB {
  accounts: Accounts
  comment_likes: CommentLikes
  fund_drive_comments: FundDriveComments
  fund_drive_images: FundDriveImages
  fund_drive_reservations: FundDriveReservations
  fund_drive_totals: FundDriveTotals
  fund_drive_videos: FundDriveVideos
  fund_drive_views: FundDriveViews
  fund_drives: FundDrives
  pictures: Pictures
  profiles: Profiles
  rate_limits: RateLimits
  retired_slugs: RetiredSlugs
  'sandbox.mails': SandboxMails
  sessions: Sessions
  subscription_packages: SubscriptionPackages
  subscriptions: Subscriptions
  two_factors: TwoFactors
  user_roles: UserRoles
  users: Users
  verifications: Verifications
}
