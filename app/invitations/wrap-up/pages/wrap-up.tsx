import type { Route } from './+types/wrap-up.ts'
import { loadWrapUp } from './wrap-up-here.server.ts'
import { WrapUpScreen } from './wrap-up-screen.tsx'

export const loader = loadWrapUp

/** The follow-up page: attendance, thanks, photos, and the final account. */
export default function WrapUp({ loaderData }: Route.ComponentProps) {
  return <WrapUpScreen loaded={loaderData} />
}
