// SPDX-License-Identifier: MIT
// solhint-disable gas-custom-errors, gas-small-strings, one-contract-per-file
pragma solidity 0.8.37;

import {FailureText} from "../../test/fixtures/solidity/FailureText.sol";
import {SolSeats, SolSeatsMended, SolSeatsStale} from "../../test/fixtures/solidity/planted/SolSeats.sol";
import {FaultyAppGateway} from "../gateway/samples/FaultyAppGateway.sol";
import {ReminderAppGateway} from "../gateway/samples/ReminderAppGateway.sol";
import {TriggeredAppGateway} from "../gateway/samples/TriggeredAppGateway.sol";
import {TriggerPlug} from "../gateway/samples/TriggerPlug.sol";
import {PayloadStage} from "./gateway/TestPayload.sol";
import {GatewayHandler} from "./GatewayHandler.sol";
import {GatewayTest} from "./GatewayTest.sol";
import {vm} from "./Vm.sol";

/// @dev Buys. What it inherits runs the payloads, in any order.
contract SeatsHandler is GatewayHandler {
    SolSeats private immutable _app;
    uint32 private immutable _slug;

    constructor(GatewayTest world_, SolSeats app, uint32 slug) GatewayHandler(world_) {
        (_app, _slug) = (app, slug);
    }

    function buy() external {
        _app.buy(_slug);
    }
}

/// @dev Sells seats on a chain, with a handler around it.
abstract contract SeatsTest is GatewayTest {
    SolSeats internal app;
    SeatsHandler internal handler;

    function setUp() public {
        uint32 slug = addChain("alpha").slug;
        startGateway();
        app = _deployApp();
        deposit(address(app), 100 ether);
        app.deployContracts(slug);
        runPayloads();
        handler = new SeatsHandler(this, app, slug);
    }

    function checkSeats() public view {
        vm.assertTrue(app.sold() <= app.SEATS(), "A seat was sold twice.");
    }

    function _deployApp() internal virtual returns (SolSeats);
}

contract MendedSeatsTest is SeatsTest {
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_noSeatIsSoldTwice() public view {
        checkSeats();
    }

    /// @dev Guards against an invariant that holds only because nothing is ever sold.
    function test_seats_areSold() public {
        for (uint256 i = 0; i < 3; i++) handler.buy();
        handler.runAll(0);
        vm.assertEq(app.sold(), 2);
    }

    function _deployApp() internal override returns (SolSeats) {
        return new SolSeatsMended(addressResolver);
    }
}

/// @dev The runner's part is played by the test, because it fails when the runner finds something.
contract StaleSeatsTest is SeatsTest, FailureText {
    function test_salesOneAfterTheOther_hideIt() public {
        for (uint256 i = 0; i < 3; i++) {
            handler.buy();
            runPayloads();
        }
        checkSeats();
    }

    /// hardhat-config: fuzz.runs = 4
    function testFuzz_callsInAnyOrder_findIt(uint256 seed) public {
        bool isFound = false;
        for (uint256 i = 0; i < 120 && !isFound; i++) {
            seed = uint256(keccak256(abi.encode(seed)));
            string memory failure = _failureOf(abi.encodeCall(this.callInAnyOrder, (seed)));
            isFound = keccak256(bytes(failure)) == keccak256("A seat was sold twice.");
        }
        vm.assertTrue(isFound, "not found");
    }

    /// @dev Ends with a revert, so that the next order finds all seats free.
    function callInAnyOrder(uint256 seed) external {
        for (uint256 i = 0; i < 64; i++) {
            seed = uint256(keccak256(abi.encode(seed)));
            if (seed % 4 == 0) handler.buy();
            if (seed % 4 == 1) handler.advance(seed >> 8);
            if (seed % 4 == 2) handler.run(seed >> 8);
            if (seed % 4 == 3) handler.runAll(seed >> 8);
            checkSeats();
        }
        revert("No seat was sold twice.");
    }

    function _deployApp() internal override returns (SolSeats) {
        return new SolSeatsStale(addressResolver);
    }
}

/// @dev A handler that adds nothing of its own.
contract PlainHandler is GatewayHandler {
    constructor(GatewayTest world_) GatewayHandler(world_) {}
}

contract GatewayHandlerTest is GatewayTest {
    uint256 private constant MAX_FEES = 0.01 ether;

    GatewayHandler private handler;
    uint32 private alpha;

    function setUp() public {
        alpha = addChain("alpha").slug;
        startGateway();
        deposit(address(this), 10 ether);
        handler = new PlainHandler(this);
    }

    function test_handler_withNothingToDo_doesNothing() public {
        handler.advance(1);
        handler.run(2);
        handler.runAll(3);
        handler.runCall(4);
        handler.giveUp(5);
        handler.pass();
        vm.assertEq(pending().length, 0);
        vm.assertEq(pendingCalls().length, 0);
    }

    function testFuzz_handler_runsSchedulesAndTimeoutsWhenDue(uint256 seed) public {
        ReminderAppGateway reminders = new ReminderAppGateway(addressResolver, address(this), MAX_FEES);
        deposit(address(reminders), 1 ether);
        reminders.remind("later", 60);
        reminders.remindByTimeout("much later", 90);
        handler.runAll(seed);
        handler.runCall(seed);
        handler.giveUp(seed);
        vm.assertEq(reminders.reminders(), 0, "too early");
        handler.pass();
        handler.run(seed);
        vm.assertEq(reminders.reminders(), 1, "the schedule");
        handler.pass();
        handler.runCall(seed);
        vm.assertEq(reminders.reminders(), 2, "the timeout");
    }

    function test_handler_handsInTriggers() public {
        TriggeredAppGateway triggered = new TriggeredAppGateway(addressResolver, address(this), MAX_FEES);
        deposit(address(triggered), 10 ether);
        triggered.deployContracts(alpha);
        handler.runAll(0);
        TriggerPlug plug = TriggerPlug(triggered.getOnChainAddress(triggered.reporting(), alpha));
        plug.report(5);
        plug.report(7);
        handler.runCall(1);
        vm.assertEq(triggered.totals(alpha), 7, "the second");
        handler.runCall(1);
        vm.assertEq(triggered.totals(alpha), 12, "both");
    }

    function test_handler_givesUpWhatReverted() public {
        FaultyAppGateway faulty = new FaultyAppGateway(addressResolver, address(this), MAX_FEES);
        deposit(address(faulty), 10 ether);
        faulty.deployContracts(alpha);
        handler.runAll(0);
        faulty.work(alpha, 5);
        bytes32 id = lastPayload();
        handler.giveUp(0);
        vm.assertFalse(faulty.isGivenUp(id));
        handler.advance(0);
        vm.assertTrue(payloadOf(id).stage == PayloadStage.FINALIZED);
        handler.advance(0);
        handler.giveUp(0);
        vm.assertTrue(faulty.isGivenUp(id));
    }
}
