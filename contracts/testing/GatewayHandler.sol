// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {GatewayTest} from "./GatewayTest.sol";

/// @title Base of handlers for invariants of app gateways
/// @notice The runner of tests calls the handler's functions in any order: these run payloads, callbacks, schedules,
/// timeouts and triggers, and those that you add call the app gateway.
///
///     contract CounterAppHandler is GatewayHandler {
///         CounterAppGateway private immutable _app;
///         uint32[] private _slugs;
///         uint256 public added;
///
///         constructor(GatewayTest world_, CounterAppGateway app, uint32[] memory slugs) GatewayHandler(world_) {
///             (_app, _slugs) = (app, slugs);
///         }
///
///         function add(uint64 amount) external {
///             _app.add(_slugs, amount);
///             added += _slugs.length * amount;
///         }
///
///         function readCounters() external {
///             _app.readCounters(_slugs);
///         }
///     }
///
/// The test returns the handler from `targetContracts()`.
abstract contract GatewayHandler {
    /// @notice The test whose payloads it runs.
    GatewayTest public immutable world;

    constructor(GatewayTest world_) {
        world = world_;
    }

    /// @notice Advances any payload by one stage: between two of its stages, others run.
    function advance(uint256 seed) external {
        world.advanceAny(seed);
    }

    /// @notice Runs any payload through its callback, in any order.
    function run(uint256 seed) external {
        world.runAny(seed);
    }

    /// @notice Runs everything that can run, in any order.
    function runAll(uint256 seed) external {
        world.runShuffled(seed);
    }

    /// @notice Runs any timeout that is due, or hands in any trigger.
    function runCall(uint256 seed) external {
        world.runAnyCall(seed);
    }

    /// @notice The watcher gives up any payload that reverted: `handleRevert` of its app gateway is called.
    function giveUp(uint256 seed) external {
        world.giveUpAny(seed);
    }

    /// @notice Time passes until the next schedule or timeout is due.
    function pass() external {
        world.passUntilDue();
    }
}
