import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Answer, bad } from './answers.ts'
import { faulty } from './faults.ts'
import { later, one, type Runs, type The } from './world.ts'

// Files for a payer's bank. They are put at an address that is signed: the person who has it needs no key, for half an hour.

const validFor = 30 * 60_000
const mostBytes = 1024 * 1024
/** The name that faults are set by. */
export const endpoint = 'upload'

/** Where the file of a dispute can be put, and what to call it afterwards. */
export function placeFor(the: The, disputeId: string, name: string): { signedUrl: string; fileName: string } {
  const fileName = `${disputeId}-${name.replace(/[^\w.-]/g, '').slice(0, 100)}`
  const expires = String(later(the, validFor).getTime())
  const asked = new URLSearchParams({ expires, signature: signatureOf(the, fileName, expires) })
  const at = `${the.world.publicAddress()}${the.world.root}/uploads/${fileName}`
  return { signedUrl: `${at}?${asked}`, fileName }
}

const signatureOf = ({ world }: The, fileName: string, expires: string) =>
  createHmac('sha256', world.key()).update(`${fileName} ${expires}`).digest('hex')

/** Takes a file. Put twice it is there once. */
export async function take(the: The, request: Request, path: string): Promise<Response> {
  const { pathname, searchParams: asked } = new URL(request.url)
  const fileName = decodeURIComponent(path.slice('/uploads/'.length))
  if (request.method !== 'PUT') return new Response('Method Not Allowed', { status: 405 })
  if (!isSigned(the, fileName, asked)) return new Response(`Forbidden: ${pathname}`, { status: 403 })
  const body = Buffer.from(await request.arrayBuffer())
  const kind = (request.headers.get('content-type') ?? '').slice(0, 100)
  return faulty(the, endpoint, () => keep(the, { fileName, kind, body }))
}

function isSigned(the: The, fileName: string, asked: URLSearchParams): boolean {
  const expires = asked.get('expires') ?? ''
  const shown = Buffer.from(asked.get('signature') ?? '')
  const expected = Buffer.from(signatureOf(the, fileName, expires))
  return Number(expires) > the.now.getTime() && shown.length === expected.length && timingSafeEqual(shown, expected)
}

type Put = { fileName: string; kind: string; body: Buffer }

async function keep(the: The, { fileName, kind, body }: Put): Promise<Answer> {
  if (body.length === 0 || body.length > mostBytes) return bad(400, 'The file has no proper size', 'invalid_file')
  await the.world.pool().query(
    `insert into sandbox.paystack_uploads (file_name, dispute_id, kind, body, uploaded_at) values ($1, $2, $3, $4, $5)
     on conflict (file_name) do update set kind = excluded.kind, body = excluded.body, uploaded_at = excluded.uploaded_at`,
    [fileName, /^\d+/.exec(fileName)![0], kind, body, the.now],
  )
  return { status: 200, body: {} }
}

export const wasTaken = async (runs: Runs, disputeId: string, fileName: string): Promise<boolean> =>
  (await one(runs, 'select from sandbox.paystack_uploads where file_name = $1 and dispute_id = $2', [
    ...[fileName, disputeId],
  ])) !== undefined
