import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Answer } from '../bodies.ts'
import { one, type Runs } from '../database.ts'
import { bad } from './answers.ts'
import { faulty } from './faults.ts'
import { later, type Scene } from './world.ts'

// Files for a payer's bank. They are put at an address that is signed: the person who has it needs no key, for half an hour.

const validFor = 30 * 60_000
const mostBytes = 1024 * 1024
/** The name that faults are set by. */
export const endpoint = 'upload'

/** Where the file of a dispute can be put, and what to call it afterwards. */
export function placeFor(scene: Scene, disputeId: string, name: string): { signedUrl: string; fileName: string } {
  const fileName = `${disputeId}-${name.replace(/[^\w.-]/g, '').slice(0, 100)}`
  const expires = String(later(scene, validFor).getTime())
  const asked = new URLSearchParams({ expires, signature: signatureOf(scene, fileName, expires) })
  const at = `${scene.world.publicAddress()}${scene.world.root}/uploads/${fileName}`
  return { signedUrl: `${at}?${asked}`, fileName }
}

const signatureOf = ({ world }: Scene, fileName: string, expires: string) =>
  createHmac('sha256', world.key()).update(`${fileName} ${expires}`).digest('hex')

/** Takes a file. Put twice it is there once. */
export async function take(scene: Scene, request: Request, path: string): Promise<Response> {
  const { pathname, searchParams: asked } = new URL(request.url)
  const fileName = decodeURIComponent(path.slice('/uploads/'.length))
  if (request.method !== 'PUT') return new Response('Method Not Allowed', { status: 405 })
  if (!isSigned(scene, fileName, asked)) return new Response(`Forbidden: ${pathname}`, { status: 403 })
  const body = Buffer.from(await request.arrayBuffer())
  const kind = (request.headers.get('content-type') ?? '').slice(0, 100)
  return faulty(scene, endpoint, () => keep(scene, { fileName, kind, body }))
}

function isSigned(scene: Scene, fileName: string, asked: URLSearchParams): boolean {
  const expires = asked.get('expires') ?? ''
  const shown = Buffer.from(asked.get('signature') ?? '')
  const expected = Buffer.from(signatureOf(scene, fileName, expires))
  return Number(expires) > scene.now.getTime() && shown.length === expected.length && timingSafeEqual(shown, expected)
}

type Put = { fileName: string; kind: string; body: Buffer }

async function keep(scene: Scene, { fileName, kind, body }: Put): Promise<Answer> {
  if (body.length === 0 || body.length > mostBytes) return bad(400, 'The file has no proper size', 'invalid_file')
  await scene.world.pool().query(
    `insert into sandbox.paystack_uploads (file_name, dispute_id, kind, body, uploaded_at) values ($1, $2, $3, $4, $5)
     on conflict (file_name) do update set kind = excluded.kind, body = excluded.body, uploaded_at = excluded.uploaded_at`,
    [fileName, /^\d+/.exec(fileName)![0], kind, body, scene.now],
  )
  return { status: 200, body: {} }
}

export const wasTaken = async (runs: Runs, disputeId: string, fileName: string): Promise<boolean> =>
  (await one(runs, 'select from sandbox.paystack_uploads where file_name = $1 and dispute_id = $2', [
    fileName,
    disputeId,
  ])) !== undefined
