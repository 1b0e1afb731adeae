// Three stars, filled as far as they are earned.
import { learnText } from "../../text/learn";

export function Stars({ earned }: { earned: number }) {
  return (
    <span class="stars" role="img" aria-label={learnText.stars(earned)}>
      {[1, 2, 3].map((each) => (
        <svg key={each} class={each <= earned ? "star earned" : "star"} viewBox="-10 -10 20 20" aria-hidden="true">
          <path d="M0-8.500l2.200 5.500 5.900.300-4.600 3.700 1.600 5.700L0 3.500l-5.100 3.200 1.600-5.700-4.600-3.700 5.900-.300z" />
        </svg>
      ))}
    </span>
  );
}
