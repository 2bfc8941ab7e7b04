import { z } from 'zod'
import { doorCookie, doorKeyOf, joinDoor, ownPageOnly } from '#app/invitations/door/doors.server.ts'
import { doorMost } from '#app/invitations/door/event.ts'
import { leave, sync } from '#app/invitations/door/sync.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/form-action.server.ts'
import { call } from '#app/platform/http/api.server.ts'
import { returnTries } from '#app/platform/http/limits.server.ts'
import { askedContext } from '#app/platform/request.server.ts'

// The calls of doors. No scan that happened is refused if it can be kept in some way: a name is cut, a time is moved.

const id = z.string().regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)

/** Removes characters that the database refuses or that turn the line around. */
const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, doorMost.name)
    .trim() || null

const event = z
  .object({
    id,
    nr: z.int().min(1).max(1_000_000),
    kind: z.enum(['in', 'undo']),
    undoes: id.nullable(),
    invitation: id.nullable(),
    people: z.int().min(0).max(50),
    how: z.enum(['scan', 'code', 'search', 'walk-in']),
    saw: z.enum(['good', 'again', 'over', 'unanswered', 'declined', 'unlisted', 'walk-in']),
    name: z.string().max(1000).transform(plain).nullable(),
    phoneAt: z.number().min(0).max(8_000_000_000_000),
  })
  .refine(({ kind, undoes, people }) => (kind === 'undo') === (undoes !== null) && (kind === 'undo' || people >= 1))

const syncForm = z.object({
  since: z
    .string()
    .regex(/^\d{1,19}$/)
    .nullable(),
  events: z.array(event).max(doorMost.batch),
  aheadMs: z.number().min(-1e12).max(1e12).transform(Math.round),
  unsent: z.int().min(0).max(1_000_000),
})

const joinForm = z.object({
  code: z.string().regex(/^[2-9a-km-np-z]{12}$/),
  /** The secret that the phone will send from now on. The phone makes it, so that it can ask again when the answer was lost. */
  key: z.string().regex(/^[\w-]{43}$/),
})

const wrongCodes = (address: string) => [{ name: 'join-door', key: address, times: 100, seconds: 600 }]

export const action = actions({
  // POST { code, key }: a phone becomes a door. Only wrong codes are counted, by network.
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
  // POST {}: the phone stops being a door.
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
  // POST { since, events, aheadMs, unsent }: a door sends its events, and gets the news.
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
