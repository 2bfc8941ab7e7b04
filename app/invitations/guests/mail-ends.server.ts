import { publicAddress } from '#app/platform/settings.server.ts'
import type { MailEndsAt } from './mail-ends.tsx'

/** Returns the addresses where the guest with this link stops mails. Mail programs post to the last one, without an Origin. */
export function endsOf(link: string): MailEndsAt {
  const page = `${publicAddress()}/i/${link}`
  const unsubscribe = `${publicAddress()}/api/quiet?link=${link}`
  return { quietUrl: `${page}#quiet`, forgetUrl: `${page}#forget`, reportUrl: `${page}#report`, unsubscribe }
}
