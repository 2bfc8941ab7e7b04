import { bodyOf, written } from '../bodies.ts'
import { steered, type Visit } from '../steering.ts'
import { no } from './answers.ts'
import { deliverDue } from './callbacks.ts'
import { controls, state } from './control.ts'
import { faulty } from './faults.ts'
import { nextDue, ripen } from './later.ts'
import { lineFor } from './lines.ts'
import { phone } from './phone.ts'
import { sweep } from './sweep.ts'
import { generate, stranger } from './tokens.ts'
import { momentOf, type Options, type Scene, worldOf } from './world.ts'

// THE PRETEND M-PESA: Safaricom's paths, its prompts on pretend phones, its callbacks. It moves no money.

export type Daraja = ReturnType<typeof openDaraja>

/** Makes the pretend M-Pesa. A person who mounts it sends it requests and lets it deliver. */
export function openDaraja(options: Options) {
  const world = worldOf(options)
  return {
    world,
    /** Answers a request under its root. */
    answer: async (request: Request, visit: Visit): Promise<Response> => {
      const path = new URL(request.url).pathname.slice(world.root.length)
      await ripen(world)
      const scene = await momentOf(world)
      if (!path.startsWith('/__sandbox/')) return program(scene, request, path)
      const on = { scene, isSteered: world.isSteered(), controls, state }
      return steered(on, request, path.slice('/__sandbox/'.length), visit)
    },
    /** Answers a request for a pretend phone. */
    phone: async (request: Request, visit: Visit): Promise<Response> => {
      await ripen(world)
      return phone(await momentOf(world), request, visit)
    },
    /** Lets everything happen that is due, and posts the callbacks that are; says how much that was. */
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
  if (path === '/oauth/v1/generate') return faulty(scene, 'token', () => generate(scene, request))
  const line = lineFor(path)
  if (!line) return written(await no(scene, 404, '404.001.01', 'Resource not found'))
  if (request.method !== 'POST') return written(await no(scene, 405, '405.001', 'Method Not Allowed'))
  const unknown = await stranger(scene, request)
  if (unknown) return written(unknown)
  const body = await bodyOf(request)
  if (!body) return written(await no(scene, 400, '400.002.05', 'Invalid Request Payload'))
  return faulty(scene, line.endpoint, () => line.run(scene, body))
}
