import { askedContext } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { textsAre } from '#app/platform/sms/sms-settings.server.ts'
import { pretendedGateway } from '#app/platform/sms/texter.server.ts'
import { HangUp } from '#sandbox/bodies.ts'
import type { Route } from './+types/sandbox-africastalking.ts'

/** The pretend gateway for texts. Answers 404 where texts are really sent, or none are. */
async function answer({ request, context }: Route.LoaderArgs | Route.ActionArgs) {
  if (textsAre(settings) !== 'pretended') return new Response('Not Found', { status: 404 })
  try {
    return await pretendedGateway().answer(request)
  } catch (error) {
    if (!(error instanceof HangUp)) throw error
    context.get(askedContext).hangUp?.()
    return new Response(null, { status: 500 })
  }
}

export const loader = answer
export const action = answer
