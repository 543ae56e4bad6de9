/** The text of a browser's script, bundled and minified; empty in the browser's own build. */
declare module '*?inline-script' {
  const text: string;
  export default text;
}
