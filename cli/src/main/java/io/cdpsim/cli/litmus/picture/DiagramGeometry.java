package io.cdpsim.cli.litmus.picture;

import io.cdpsim.memory.consistency.explain.ExecutionPicture;
import java.util.List;

/**
 * The geometry of a picture of an execution, in units of the SVG, from the upper left corner.
 *
 * @param boxes the events
 * @param routes the edges
 */
record DiagramGeometry(double width, double height, List<Box> boxes, List<Route> routes) {
    /** Keeps copies. */
    DiagramGeometry {
        boxes = List.copyOf(boxes);
        routes = List.copyOf(routes);
    }

    /** A rectangle. */
    record Area(double x, double y, double width, double height) {}

    /** A point. */
    record Point(double x, double y) {}

    /** An event: its name, and its instruction if it has one. */
    record Box(Area area, String name, String text) {}

    /** An edge: its line, and the area of its label; the label may be empty. */
    record Route(List<Point> line, Area labelArea, String label, String color, boolean marked) {
        /** Keeps a copy. */
        Route {
            line = List.copyOf(line);
        }
    }

    /** The colours of edges in pictures. */
    static final class EdgeColor {
        private EdgeColor() {}

        static String of(ExecutionPicture.Arrow arrow) {
            return of(arrow.relation());
        }

        static String of(String relation) {
            return switch (relation) {
                case "po", "poloc" -> "#888888";
                case "rf", "obs" -> "#cc2222";
                case "race" -> "#000000";
                case "co" -> "#2244cc";
                case "fr" -> "#dd8800";
                case "sync", "sc", "barrier" -> "#118833";
                default -> "#7722aa";
            };
        }
    }
}
