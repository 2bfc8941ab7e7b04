import { askedContext } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { HangUp } from '#sandbox/bodies.ts'
import type { Visit } from '#sandbox/steering.ts'

type Asked = { request: Request; context: { get: <Kept>(key: { defaultValue?: Kept }) => Kept } }

/** Answers as a pretended provider. Answers 404 where a key of a real provider is set. */
export async function pretended(
  { request, context }: Asked,
  answer: (request: Request, visit: Visit) => Promise<Response>,
): Promise<Response> {
  if (!settings.pretends) return new Response('Not Found', { status: 404 })
  const { nonce, address, hangUp } = context.get(askedContext)
  try {
    return await answer(request, { nonce, address })
  } catch (error) {
    if (!(error instanceof HangUp)) throw error
    hangUp?.()
    return new Response(null, { status: 500 })
  }
}
