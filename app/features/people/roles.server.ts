import type { Db, Tx } from '#app/platform/db.server.ts'

/** Makes the person with this address an administrator. False when nobody has it. Runs without a build, for the command line. */
export async function makeAdmin(
  db: Db | Tx,
  email: string,
  grantedBy: 'setting' | 'command' | 'example' = 'command',
): Promise<boolean> {
  const row = await db
    .insertInto('user_roles')
    .columns(['user_id', 'role', 'granted_by'])
    .expression((from) =>
      from
        .selectFrom('users')
        .where('email', '=', email.trim().toLowerCase())
        .where('deleted_at', 'is', null)
        .select((make) => ['id', make.val('admin').as('role'), make.val(grantedBy).as('granted_by')]),
    )
    .onConflict((clash) => clash.column('user_id').doUpdateSet({ role: 'admin', granted_by: grantedBy }))
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}
