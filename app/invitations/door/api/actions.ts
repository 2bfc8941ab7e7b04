import { z } from 'zod'
import { doorKeyOf, ownPageOnly } from '#app/invitations/door/calls.server.ts'
import { doorCookie } from '#app/invitations/door/door-secret.server.ts'
import { joinDoor } from '#app/invitations/door/doors.server.ts'
import { leave, sync } from '#app/invitations/door/sync.server.ts'
import { joinForm, syncForm } from '#app/invitations/door/sync-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/deed.server.ts'
import { call } from '#app/platform/http/api.server.ts'
import { returnTries } from '#app/platform/limits.server.ts'
import { askedContext } from '#app/platform/request.server.ts'

const wrongCodes = (address: string) => [{ name: 'join-door', key: address, times: 100, seconds: 600 }]

export const action = actions({
  // POST { code, key }: a phone becomes a door. Wrong codes are counted by network, right ones are not.
  'api/door/join': call({
    form: joinForm,
    limits: (_, { context }) => wrongCodes(context.get(askedContext).address),
    run: async ({ code, key }, args) => {
      ownPageOnly(args)
      const { origin, address } = args.context.get(askedContext)
      const seconds = await joinDoor(db, { code, key })
      await returnTries(wrongCodes(address))
      const headers = {
        'set-cookie': doorCookie(key, seconds, origin.startsWith('https:')),
        'cache-control': 'no-store',
      }
      return Response.json({ joined: true }, { headers })
    },
  }),
  // POST {}: the phone is a door no longer.
  'api/door/leave': call({
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
  }),
  // POST { since, events, aheadMs, unsent }: a door sends what it did, and is told what is new.
  'api/door/sync': call({
    form: syncForm,
    // A queue of three days is sent in some calls right after each other.
    limits: (_, args) => [{ name: 'door-sync', key: doorKeyOf(args), times: 240, seconds: 60 }],
    run: (asked, args) => {
      ownPageOnly(args)
      return sync(db, doorKeyOf(args), asked)
    },
  }),
})
