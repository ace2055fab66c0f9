/** In one spelling, British or American: "organise" and "organize", "colour" and "color", "cancelled" and "canceled". */
export const correctSpelling = (word: string): string =>
  word.length < 5
    ? word
    : word
        .replace(/is(e|es|ed|er|ing|ation)$/, 'iz$1')
        .replace(/ys(e|ed|ing)$/, 'yz$1')
        .replace(/(?<=[a-z]{2})our(s|ed|ing|ite)?$/, 'or$1')
        .replace(/(?<=[aeiou])ll(ed|ing|er)$/, 'l$1')
        .replace(/(?<=[a-z]{3})tre$/, 'ter')
