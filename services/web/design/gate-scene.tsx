/** A gatehouse at dusk with its lights on and a walker: decoration beside the first heading. */
export function GateScene() {
  return (
    <svg
      className="gate-scene"
      viewBox="0 0 420 300"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <circle className="scene-moon" cx="352" cy="58" r="26" />
      <path className="scene-far" d="M0 300q30-92 128-106t120-18 172-6v130z" />
      <path
        className="scene-wall"
        d="M92 262V96h22v18h20V96h22v18h20V96h22v18h18V66h22v18h20V66h22v48h20V96h22v18h20V96h22v166z"
      />
      <path className="scene-light" d="M122 262v-58a30 30 0 0 1 60 0v58z" />
      <path className="scene-light" d="M254 262v-58a30 30 0 0 1 60 0v58z" />
      <path className="scene-leaf" d="M254 262v-58a30 30 0 0 1 30-30v80z" />
      <path className="scene-light" d="M232 132a8 8 0 0 1 16 0v16h-16z" />
      <path className="scene-near" d="M0 300q40-40 130-40 60 0 120 4t170-8v44z" />
      <path className="scene-way" d="M134 260h36l70 40H62z" />
      <path
        className="scene-walker"
        d="M139 276a5 5 0 1 1 10 0 5 5 0 0 1-10 0zm-1 22 2-12a4 4 0 0 1 8 0l2 12z"
      />
    </svg>
  );
}
