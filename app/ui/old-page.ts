// Pages that stay open while a newer version is deployed: files that they have not loaded yet are gone.

/** Checks whether the files of this page are gone from a server that can be reached: their list, which the page names, is gone. */
export async function isOldPage(): Promise<boolean> {
  return (await statusOfPage()) === 404
}

/** Checks whether the server answers, and has the files of this page or newer ones. */
export const canReload = async (): Promise<boolean> => [200, 404].includes((await statusOfPage()) ?? 0)

/** Returns the status of the list that the page names; undefined if no server answers, or the page names none. */
async function statusOfPage(): Promise<number | undefined> {
  const { list } = document.documentElement.dataset
  return list ? (await fetch(list, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined))?.status : undefined
}

/**
 * True while the browser sends a form: its answer is the next page. Reloading this page would end the sending, and loading its data
 * would take the message that is meant for the next page.
 */
export let isLeaving = false

/** Reloads this page, unless it is being left. */
export function reloadPage(): void {
  if (!isLeaving) location.reload()
}

/** The event that tells a form to remove its draft. */
export const submittedByBrowser = 'sent-plainly'

/** Sends a form without any script of ours; the server answers with a page of the new version. */
export function submitByBrowser(form: HTMLFormElement, button: HTMLElement | null): void {
  const { name, value } = (button ?? {}) as Partial<HTMLButtonElement>
  if (name) {
    const pressed = Object.assign(document.createElement('input'), { type: 'hidden', name, value })
    form.append(pressed)
  }
  // Nothing is left unsaved by this navigation.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true, once: true })
  form.dispatchEvent(new Event(submittedByBrowser))
  isLeaving = true
  // Back leads to this page as it was kept by the browser.
  window.addEventListener('pageshow', () => (isLeaving = false), { once: true })
  HTMLFormElement.prototype.submit.call(form)
}
