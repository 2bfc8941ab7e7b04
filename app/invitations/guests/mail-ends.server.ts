import { publicAddress } from '#app/platform/settings.server.ts'
import type { MailEndsAt } from './mail-ends.tsx'

/** Where the guest with this link ends what they are written. The last is posted to by programs, without an Origin. */
export function endsOf(link: string): MailEndsAt {
  const page = `${publicAddress()}/i/${link}`
  const unsubscribe = `${publicAddress()}/api/quiet?link=${link}`
  return { quietUrl: `${page}#quiet`, forgetUrl: `${page}#forget`, reportUrl: `${page}#report`, unsubscribe }
}
