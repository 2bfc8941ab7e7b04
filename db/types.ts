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
  profiles: Profiles
  rate_limits: RateLimits
  'sandbox.mails': SandboxMails
  sessions: Sessions
  two_factors: TwoFactors
  user_roles: UserRoles
  users: Users
  verifications: Verifications
}
