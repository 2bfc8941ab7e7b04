import { z } from 'zod'
import { doorKeyOf, ownPageOnly } from '#app/invitations/door/calls.server.ts'
import { doorCookie } from '#app/invitations/door/door-secret.server.ts'
import { leave } from '#app/invitations/door/sync.server.ts'
import { db } from '#app/platform/db.server.ts'
import { call } from '#app/platform/http/api.server.ts'
import { askedContext } from '#app/platform/request.server.ts'

/** POST {}: the phone is a door no longer. */
export const action = call({
  form: z.object({}),
  limits: (_, args) => [{ name: 'door-leave', key: doorKeyOf(args), times: 20, seconds: 600 }],
  run: async (_, args) => {
    ownPageOnly(args)
    await leave(db, doorKeyOf(args))
    const secure = args.context.get(askedContext).origin.startsWith('https:')
    return Response.json(
      { left: true },
      { headers: { 'set-cookie': doorCookie('', 0, secure), 'cache-control': 'no-store' } },
    )
  },
})
