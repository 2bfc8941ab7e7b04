import { fileTopic, mediaAnswer } from '#app/platform/pictures/media.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/media.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const key = params['*'] ?? ''
  const answer = await mediaAnswer(key)
  if (answer.ok) context.get(askedContext).keep = { topics: [fileTopic(key)] }
  return answer
}
