/**
 * Which page numbers are offered: the first, the last, the current one with a neighbour at either side, and a gap (null)
 * where two or more are left out.
 */
export function pagesShown(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages)
  const shown: (number | null)[] = []
  let last = 0
  for (const one of [...new Set(wanted)].sort((a, b) => a - b)) {
    if (one - last === 2) shown.push(one - 1)
    else if (one - last > 2) shown.push(null)
    shown.push(one)
    last = one
  }
  return shown
}
