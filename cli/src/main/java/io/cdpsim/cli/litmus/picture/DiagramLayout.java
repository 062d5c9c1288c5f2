package io.cdpsim.cli.litmus.picture;

import io.cdpsim.memory.consistency.explain.ExecutionPicture;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.elk.alg.layered.LayeredLayoutProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeLabelPlacement;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkLabel;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/**
 * Lays out a picture by the layered algorithm of Eclipse ELK: later events are further down, edges are routed around boxes, and
 * labels do not overlap.
 */
final class DiagramLayout {
    static final double LINE = 16;

    /** Width of a character in the SVG's font, an upper bound for monospaced fonts. */
    private static final double CHARACTER = 6.8;

    private static final double MARGIN = 8;
    private static final double GAP = 20;

    /** Priority of straight edges of program order over other edges. */
    private static final int STRAIGHT = 10;

    /** Priority of downward edges of causality over edges of communication where a cycle needs an upward edge. */
    private static final int DOWNWARDS = 10;

    private static final Set<String> COMMUNICATION = Set.of("rf", "fr", "co", "obs", "race");

    private final ExecutionPicture picture;
    private final ElkNode root = ElkGraphUtil.createGraph();
    private final Map<Integer, ElkNode> nodes = new HashMap<>();
    private final List<DiagramGeometry.Box> boxes = new ArrayList<>();
    private final List<DiagramGeometry.Route> routes = new ArrayList<>();

    private DiagramLayout(ExecutionPicture picture) {
        this.picture = picture;
    }

    static DiagramGeometry of(ExecutionPicture picture) {
        return new DiagramLayout(picture).laidOut();
    }

    private DiagramGeometry laidOut() {
        // Registers the types of the library's options.
        Objects.requireNonNull(LayoutMetaDataService.getInstance());
        root.setProperty(LayeredOptions.DIRECTION, Direction.DOWN);
        root.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
        root.setProperty(LayeredOptions.PADDING, new ElkPadding(GAP));
        root.setProperty(LayeredOptions.SPACING_NODE_NODE, GAP);
        root.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, GAP);
        root.setProperty(LayeredOptions.SPACING_EDGE_NODE, GAP / 2);
        root.setProperty(LayeredOptions.SPACING_EDGE_NODE_BETWEEN_LAYERS, GAP / 2);
        picture.columns().forEach(this::nodes);
        List<ElkEdge> edges = picture.edges().stream().map(this::edge).toList();
        new LayeredLayoutProvider().layout(root, new BasicProgressMonitor());
        picture.columns().forEach(this::boxes);
        for (int i = 0; i < edges.size(); i++) {
            routes.add(route(edges.get(i), picture.edges().get(i)));
        }
        return new DiagramGeometry(root.getWidth(), root.getHeight(), boxes, routes);
    }

    private void nodes(ExecutionPicture.Column column) {
        for (ExecutionPicture.Node each : column.nodes()) {
            ElkNode node = ElkGraphUtil.createNode(root);
            int lines = each.text().isEmpty() ? 1 : 2;
            double characters =
                    Math.max(name(column, each).length(), each.text().length());
            node.setDimensions(characters * CHARACTER + 2 * MARGIN, lines * LINE + MARGIN);
            nodes.put(each.event(), node);
        }
    }

    /** The name of an event, such as {@code P0 a: W x=1}; events of grids contain their grid. */
    private static String name(ExecutionPicture.Column column, ExecutionPicture.Node node) {
        String name = node.effect().isEmpty() ? node.name() : node.name() + ": " + node.effect();
        return node.text().isEmpty() ? name : column.title() + " " + name;
    }

    private ElkEdge edge(ExecutionPicture.Arrow arrow) {
        ElkEdge edge = ElkGraphUtil.createSimpleEdge(node(arrow.from()), node(arrow.to()));
        if (arrow.relation().equals("po")) {
            edge.setProperty(LayeredOptions.PRIORITY_STRAIGHTNESS, STRAIGHT);
        }
        if (!COMMUNICATION.contains(arrow.relation())) {
            edge.setProperty(LayeredOptions.PRIORITY_DIRECTION, DOWNWARDS);
        }
        String words = label(arrow);
        if (!words.isEmpty()) {
            ElkLabel label = ElkGraphUtil.createLabel(words, edge);
            label.setDimensions(words.length() * CHARACTER, LINE);
            label.setProperty(LayeredOptions.EDGE_LABELS_PLACEMENT, EdgeLabelPlacement.CENTER);
        }
        return edge;
    }

    private ElkNode node(int event) {
        return Objects.requireNonNull(nodes.get(event));
    }

    /** The label of an edge; program order has none unless it is part of a forbidden cycle. */
    private static String label(ExecutionPicture.Arrow arrow) {
        return arrow.relation().equals("po") && !arrow.marked() ? "" : arrow.relation();
    }

    private void boxes(ExecutionPicture.Column column) {
        for (ExecutionPicture.Node each : column.nodes()) {
            ElkNode node = node(each.event());
            DiagramGeometry.Area area =
                    new DiagramGeometry.Area(node.getX(), node.getY(), node.getWidth(), node.getHeight());
            boxes.add(new DiagramGeometry.Box(area, name(column, each), each.text()));
        }
    }

    private static DiagramGeometry.Route route(ElkEdge edge, ExecutionPicture.Arrow arrow) {
        List<DiagramGeometry.Point> line = new ArrayList<>();
        for (ElkEdgeSection section : edge.getSections()) {
            line.add(new DiagramGeometry.Point(section.getStartX(), section.getStartY()));
            section.getBendPoints().forEach(each -> line.add(new DiagramGeometry.Point(each.getX(), each.getY())));
            line.add(new DiagramGeometry.Point(section.getEndX(), section.getEndY()));
        }
        DiagramGeometry.Area place = new DiagramGeometry.Area(0, 0, 0, 0);
        for (ElkLabel each : edge.getLabels()) {
            place = new DiagramGeometry.Area(each.getX(), each.getY(), each.getWidth(), each.getHeight());
        }
        return new DiagramGeometry.Route(
                line, place, label(arrow), DiagramGeometry.EdgeColor.of(arrow), arrow.marked());
    }
}
