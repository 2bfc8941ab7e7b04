/**
 * Copies text, and returns whether that worked. If the browser gives no clipboard, as on a page without https in a private network,
 * the text is selected and copied as by hand; `within` is the open dialog, outside of which nothing can be selected.
 */
export async function copyText(text: string, within: HTMLElement = document.body): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text, within)
  }
}

function copySelected(text: string, within: HTMLElement): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;top:0;left:0;opacity:0'
  within.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}
