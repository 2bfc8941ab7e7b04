import type { Db } from '#app/platform/db.server.ts'

/**
 * Everything that is kept about a person, to be taken along. What only proves who they are (hashes, tokens, the second
 * factor's secret) is left out: whoever gets hold of the file must not be able to sign in with it.
 */
export async function everythingAbout(db: Db, userId: string) {
  const [user, profile, role, sessions, accounts, factor] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(),
    db.selectFrom('profiles').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow(),
    db.selectFrom('user_roles').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    db.selectFrom('sessions').selectAll().where('user_id', '=', userId).orderBy('created_at').limit(1000).execute(),
    db.selectFrom('accounts').selectAll().where('user_id', '=', userId).orderBy('created_at').limit(100).execute(),
    db.selectFrom('two_factors').select('verified').where('user_id', '=', userId).executeTakeFirst(),
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
  }
}
