import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Db } from '#app/platform/db.server.ts'
import { acceptedSecrets, currentSecret } from '#app/platform/settings/accepted-secrets.server.ts'

// better-auth encrypts second factors with the current secret, and knows no other. What the previous one encrypted is encrypted again
// before better-auth reads it.

/** Decrypts with an accepted secret; undefined if none opens it. */
export async function openedFactor(data: string): Promise<string | undefined> {
  for (const key of acceptedSecrets()) {
    const text = await decrypted(key, data)
    if (text !== undefined) return text
  }
  return undefined
}

/** A wrong key fails: the encryption is authenticated. */
const decrypted = (key: string, data: string) => symmetricDecrypt({ key, data }).catch(() => undefined)

/** `current`: nothing was to be done. `lost`: no accepted secret opens it. */
type Sealing = 'current' | 'anew' | 'lost'

/** Encrypts a person's second factor with the current secret. */
export async function sealFactorAnew(db: Db, userId: string): Promise<Sealing> {
  const row = await db
    .selectFrom('two_factors')
    .select(['secret', 'backup_codes'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return 'current'
  const key = currentSecret()
  const [isSecret, isCodes] = [await decrypted(key, row.secret), await decrypted(key, row.backup_codes)]
  if (isSecret !== undefined && isCodes !== undefined) return 'current'
  const [secret, codes] = [await openedFactor(row.secret), await openedFactor(row.backup_codes)]
  if (secret === undefined || codes === undefined) return 'lost'
  await db
    .updateTable('two_factors')
    .set({
      secret: await symmetricEncrypt({ key, data: secret }),
      backup_codes: await symmetricEncrypt({ key, data: codes }),
    })
    .where('user_id', '=', userId)
    // A code that was used meanwhile stays used.
    .where('secret', '=', row.secret)
    .where('backup_codes', '=', row.backup_codes)
    .execute()
  return 'anew'
}

/** Encrypts all second factors with the current secret, one person after the other. */
export async function sealFactorsAnew(db: Db): Promise<{ anew: number; lost: number }> {
  const done = { anew: 0, lost: 0 }
  for (const { user_id } of await db.selectFrom('two_factors').select('user_id').execute()) {
    const is = await sealFactorAnew(db, user_id)
    if (is !== 'current') done[is]++
  }
  return done
}
