import { ownPageOnly } from '#app/invitations/door/calls.server.ts'
import { doorCookie } from '#app/invitations/door/door-secret.server.ts'
import { joinDoor } from '#app/invitations/door/doors.server.ts'
import { joinForm } from '#app/invitations/door/sync-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { call } from '#app/platform/http/api.server.ts'
import { returnTries } from '#app/platform/limits.server.ts'
import { askedContext } from '#app/platform/request.server.ts'

const wrongCodes = (address: string) => [{ name: 'join-door', key: address, times: 100, seconds: 600 }]

/** POST { code, key }: a phone becomes a door. Wrong codes are counted by network, right ones are not. */
export const action = call({
  form: joinForm,
  limits: (_, { context }) => wrongCodes(context.get(askedContext).address),
  run: async ({ code, key }, args) => {
    ownPageOnly(args)
    const { origin, address } = args.context.get(askedContext)
    const seconds = await joinDoor(db, { code, key })
    await returnTries(wrongCodes(address))
    const headers = { 'set-cookie': doorCookie(key, seconds, origin.startsWith('https:')), 'cache-control': 'no-store' }
    return Response.json({ joined: true }, { headers })
  },
})
