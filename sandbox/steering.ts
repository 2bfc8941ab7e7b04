import { isAtHome } from './at-home.ts'
import { bodyOf, jsonOf } from './bodies.ts'

// What tests and people on this machine can make a pretend world do, by calls of JSON.

/** Who asks: the page's nonce, and the network address. */
export type Visit = { nonce: string; address: string }
type Body = Record<string, unknown>
export type Done = { status?: number; body: unknown }
/** By the path below /__sandbox/. */
export type Controls<Scene> = Record<string, (scene: Scene, body: Body) => Promise<Done>>

export const done = (body: unknown): Done => ({ body })
export const refused = (error: string): Done => ({ status: 400, body: { error } })

type Steered<Scene> = {
  scene: Scene
  /** False where nobody may make it do things. */
  isSteered: boolean
  controls: Controls<Scene>
  state: (scene: Scene) => Promise<unknown>
}

/** Answers a call of control. Who is not at home finds nothing here. */
export async function steered<Scene>(on: Steered<Scene>, request: Request, path: string, { address }: Visit) {
  const deed = request.method === 'POST' ? on.controls[path] : undefined
  const isState = request.method === 'GET' && path === 'state'
  if (!on.isSteered || !isAtHome(request, address) || !(deed || isState))
    return new Response('Not Found', { status: 404 })
  if (!deed) return Response.json(await on.state(on.scene))
  const body = await bodyOf(request)
  if (!body) return Response.json({ error: 'a body is an object of JSON' }, { status: 400 })
  const { status = 200, body: answer } = await deed(on.scene, body)
  return new Response(jsonOf(answer), { status, headers: { 'content-type': 'application/json' } })
}
