import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'

/**
 * Everything that is kept about a person, to be taken along. What only proves who they are (hashes, tokens, the second
 * factor's secret) is left out: whoever gets hold of the file must not be able to sign in with it.
 */
export async function everythingAbout(db: Db, userId: string) {
  const [user, profile, role, sessions, accounts, factor, drives] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(),
    db.selectFrom('profiles').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow(),
    db.selectFrom('user_roles').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    db.selectFrom('sessions').selectAll().where('user_id', '=', userId).orderBy('created_at').limit(1000).execute(),
    db.selectFrom('accounts').selectAll().where('user_id', '=', userId).orderBy('created_at').limit(100).execute(),
    db.selectFrom('two_factors').select('verified').where('user_id', '=', userId).executeTakeFirst(),
    drivesOf(db, userId),
  ])
  return {
    account: {
      id: user.id,
      email: user.email,
      emailVerified: user.email_verified,
      createdAt: user.created_at,
      updatedAt: user.updated_at,
    },
    profile: {
      fullName: profile.full_name,
      username: profile.username,
      avatar: profile.avatar_url,
      createdAt: profile.created_at,
      updatedAt: profile.updated_at,
    },
    role: { role: role?.role ?? 'user', grantedBy: role?.granted_by ?? null, since: role?.created_at ?? null },
    preferences: { language: user.language, mailActivity: user.mail_activity, mailNews: user.mail_news },
    signIn: {
      ways: accounts.map((way) => ({ kind: way.provider_id, since: way.created_at, changedAt: way.updated_at })),
      twoFactor: factor?.verified ?? false,
    },
    sessions: sessions.map((session) => ({
      device: session.user_agent,
      address: session.ip_address,
      signedInAt: session.created_at,
      lastUsedAt: session.updated_at,
      endsAt: session.expires_at,
    })),
    drives,
  }
}

/** What they opened, and the view credits each drive was given. What others wrote or did there is not theirs to take. */
async function drivesOf(db: Db, userId: string) {
  const [drives, credits] = await Promise.all([
    db
      .selectFrom('fund_drives')
      .selectAll()
      .select(sql<string | null>`end_date::text`.as('end_day'))
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .limit(10_000)
      .execute(),
    db
      .selectFrom('subscriptions as s')
      .innerJoin('subscription_packages as p', 'p.id', 's.package_id')
      .selectAll('s')
      .select('p.name')
      .where('s.user_id', '=', userId)
      .orderBy('s.created_at')
      .limit(10_000)
      .execute(),
  ])
  const creditsOf = Map.groupBy(credits, (row) => row.fund_drive_id)
  return drives.map((drive) => ({
    id: drive.id,
    address: drive.slug,
    title: drive.title,
    slogan: drive.campaign_slogan,
    description: drive.description,
    category: drive.category,
    location: drive.location,
    image: drive.image_url,
    collectsDonations: drive.collect_donations,
    goalInCents: drive.goal_amount,
    feePolicy: drive.fee_policy,
    endDate: drive.end_day,
    status: drive.status,
    publishedAt: drive.published_at,
    createdAt: drive.created_at,
    updatedAt: drive.updated_at,
    viewCredits: (creditsOf.get(drive.id) ?? []).map((row) => ({
      package: row.name,
      views: row.views,
      used: row.used_views,
      remaining: row.remaining_views,
      status: row.status,
      since: row.created_at,
    })),
  }))
}
