// The 3D view, as the page mounts it.
import type { MountScene } from "../sceneContract";
import "./scene.css";
import { SceneView } from "./sceneView";

export const mountScene: MountScene = (...parts) => new SceneView(...parts);
