import { timingSafeEqual } from 'node:crypto'
import { bodyOf, written } from '../bodies.ts'
import { steered, type Visit } from '../steering.ts'
import { bad } from './answers.ts'
import { checkout } from './checkout.ts'
import { controls, state } from './control.ts'
import { desk } from './desk.ts'
import { faulty } from './faults.ts'
import { nextDue, ripen } from './later.ts'
import { lineFor } from './lines.ts'
import { sweep } from './sweep.ts'
import * as uploads from './uploads.ts'
import { deliverDue } from './webhooks.ts'
import { momentOf, type Options, type Scene, worldOf } from './world.ts'

// THE PRETEND PROVIDER: Paystack's paths, its hosted page, its webhooks. It moves no money.

export type Paystack = ReturnType<typeof openPaystack>

/** Makes the pretend provider. A person who mounts it sends it requests and lets it deliver. */
export function openPaystack(options: Options) {
  const world = worldOf(options)
  return {
    world,
    /** Answers a request under its root. */
    answer: async (request: Request, visit: Visit): Promise<Response> => {
      const path = new URL(request.url).pathname.slice(world.root.length)
      await ripen(world)
      const scene = await momentOf(world)
      if (path === '' || path === '/') return desk(scene, request, visit)
      if (path.startsWith('/checkout/')) return checkout(scene, request, path, visit.nonce)
      if (path.startsWith('/uploads/')) return uploads.take(scene, request, path)
      if (!path.startsWith('/__sandbox/')) return program(scene, request, path)
      const on = { scene, isSteered: world.isSteered(), controls, state }
      return steered(on, request, path.slice('/__sandbox/'.length), visit)
    },
    /** Lets everything happen that is due, and posts the webhooks that are; says how much that was. */
    tick: async () => (await ripen(world)) + (await deliverDue(world)),
    nextDue: () => nextDue(world),
    /** Forgets what is older than a month. */
    sweep: () => sweep(world),
    /** For the person who holds it in the same process; `path` as below /__sandbox/. */
    control: async (path: keyof typeof controls, body: Record<string, unknown> = {}) =>
      (await controls[path]!(await momentOf(world), body)).body,
  }
}

async function program(scene: Scene, request: Request, path: string): Promise<Response> {
  const { method, url } = request
  const line = lineFor(method, path)
  if (!isKnown(request, scene.world.key())) return written(bad(401, 'Invalid key', 'invalid_Key', 'Use the secret key'))
  if (!line) return written(bad(404, 'Not found', 'not_found', 'Check the path and the method'))
  const body = await bodyOf(request)
  if (!body) return written(bad(400, 'Invalid JSON was sent', 'invalid_json'))
  const call = { scene, body, asked: new URL(url).searchParams, part: line.part }
  return faulty(scene, line.endpoint, async () => line.run(call))
}

function isKnown(request: Request, key: string): boolean {
  const shown = Buffer.from(request.headers.get('authorization') ?? '')
  const expected = Buffer.from(`Bearer ${key}`)
  return shown.length === expected.length && timingSafeEqual(shown, expected)
}
