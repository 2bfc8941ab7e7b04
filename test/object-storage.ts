import { createHash, createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

// An S3-shaped server in memory. It believes nobody: each signature (AWS Signature Version 4) is worked out again from
// the request as it arrived, with nothing but node:crypto.

export const keys = {
  region: 'nairobi-1',
  bucket: 'pictures',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'pull/to+gether',
}

type Trouble = (method: string, nr: number) => number | 'hang' | 'cut' | undefined

export async function objectStorage(port = 0, host = '127.0.0.1') {
  const files = new Map<string, { bytes: Buffer; written: Date }>()
  const asked: string[] = []
  const state: { trouble: Trouble; pageSize: number } = { trouble: () => undefined, pageSize: 1000 }
  const server = http.createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    asked.push(`${incoming.method} ${incoming.url}`)
    const trouble = state.trouble(incoming.method!, asked.length)
    if (trouble === 'hang') return
    if (trouble === 'cut') return void incoming.socket.destroy()
    if (trouble) return void outgoing.writeHead(trouble).end('<Error><Code>SlowDown</Code></Error>')
    const wrong = faultInSignature(incoming, body)
    if (wrong) return void outgoing.writeHead(403).end(`<Error><Code>${wrong}</Code></Error>`)
    answer(incoming.method!, new URL(incoming.url!, 'http://x'), body, outgoing)
  })

  function answer(method: string, url: URL, body: Buffer, outgoing: http.ServerResponse) {
    const [, bucket, ...rest] = url.pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    if (bucket !== keys.bucket) return outgoing.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>')
    if (method === 'PUT') {
      files.set(key, { bytes: body, written: new Date() })
      return outgoing.writeHead(200).end()
    }
    if (method === 'DELETE') {
      files.delete(key)
      return outgoing.writeHead(204).end()
    }
    if (key === '') return outgoing.writeHead(200, { 'content-type': 'application/xml' }).end(listing(url.searchParams))
    const found = files.get(key)
    if (!found) return outgoing.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    return outgoing.writeHead(200, { 'content-length': found.bytes.length }).end(found.bytes)
  }

  function listing(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? ''
    const all = [...files].filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after).sort()
    const page = all.slice(0, state.pageSize)
    const entry = ([key, { written }]: (typeof all)[number]) =>
      `<Contents><Key>${key}</Key><LastModified>${written.toISOString()}</LastModified><Size>1</Size></Contents>`
    const more = all.length > page.length
    const next = more ? `<NextContinuationToken>${page.at(-1)![0]}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${page.map(entry).join('')}</ListBucketResult>`
  }

  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { endpoint, files, asked, state, close }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
/** Every octet but the unreserved ones, as the signature wants them. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** What is wrong with a signature, as S3 calls it. */
function faultInSignature({ method, url, headers }: http.IncomingMessage, body: Buffer): string | undefined {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/
  const [, id, day, region, signed, signature] = form.exec(headers.authorization ?? '') ?? []
  if (!signature) return 'AccessDenied'
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId'
  const time = String(headers['x-amz-date'])
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!time.startsWith(day!) || !(Math.abs(Date.now() - at) < 900_000)) return 'RequestTimeTooSkewed'
  if (region !== keys.region) return 'AuthorizationHeaderMalformed'
  if (!signed!.split(';').includes('host')) return 'AccessDenied'
  const { pathname, searchParams } = new URL(url!, 'http://x')
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const canonical = [
    method,
    pathname
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    [...searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...signed!.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    hash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [day!, region!, 's3', 'aws4_request'].reduce<string | Buffer>(
    (key, part) => hmac(key, part),
    `AWS4${keys.secretAccessKey}`,
  )
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}
