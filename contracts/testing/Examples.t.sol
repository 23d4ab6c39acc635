// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {CounterAppGateway} from "../gateway/samples/CounterAppGateway.sol";
import {BridgeToken} from "../plugs/BridgeToken.sol";
import {ISocket} from "../interfaces/ISocket.sol";
import {Counter} from "../plugs/Counter.sol";
import {Plug} from "../plugs/Plug.sol";
import {CrossChainTest} from "./CrossChainTest.sol";
import {DeliveryHandler} from "./DeliveryHandler.sol";
import {GatewayHandler} from "./GatewayHandler.sol";
import {GatewayTest} from "./GatewayTest.sol";
import {vm} from "./Vm.sol";

contract CounterExampleTest is CrossChainTest {
    Counter private here;
    Counter private there;
    uint32 private beta;

    function setUp() public {
        here = new Counter(addChain("alpha").socket, address(this));
        there = new Counter(addChain("beta").socket, address(this));
        beta = slugOf(address(there));
        connect(address(here), address(there));
    }

    function test_add_arrives() public {
        bytes32 msgId = send(address(here), abi.encodeCall(here.add, (beta, 2)));
        deliver();
        assertDelivered(msgId);
        vm.assertEq(there.counter(), 2);
    }
}

contract CounterAppExampleTest is GatewayTest {
    CounterAppGateway private app;
    uint32[] private slugs;

    function setUp() public {
        slugs = [addChain("alpha").slug, addChain("beta").slug];
        startGateway();
        app = new CounterAppGateway(addressResolver, address(this), 0.01 ether);
        deposit(address(app), 10 ether);
        app.deployContracts(slugs);
        runPayloads();
    }

    function test_readCounters_sumsThem() public {
        app.add(slugs, 2);
        app.readCounters(slugs);
        runPayloads();
        assertResolved(lastPayload());
        vm.assertEq(app.sum(), 4);
    }
}

/// @title A plug that refuses messages until it is open
contract PickyPlug is Plug {
    error NotYet();

    bool public isOpen;
    bytes public lastPayload;

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    function open() external {
        isOpen = true;
    }

    function post(uint32 dstChainSlug, bytes calldata payload) external payable paysFees {
        _send(dstChainSlug, 200_000, payload);
    }

    function _inbound(uint32, bytes calldata payload) internal override {
        if (!isOpen) revert NotYet();
        lastPayload = payload;
    }
}

contract RefusalExampleTest is CrossChainTest {
    PickyPlug private here;
    PickyPlug private there;
    uint32 private beta;

    function setUp() public {
        here = new PickyPlug(addChain("alpha").socket, address(this));
        there = new PickyPlug(addChain("beta").socket, address(this));
        beta = slugOf(address(there));
        connect(address(here), address(there));
    }

    function test_refusedMessage_isTriedAgain() public {
        bytes32 msgId = send(address(here), abi.encodeCall(here.post, (beta, "hello")));
        deliver();
        assertInboundReverted(msgId, PickyPlug.NotYet.selector);
        there.open();
        deliver();
        assertDelivered(msgId);
    }

    function test_messages_arriveInAnyOrder() public {
        there.open();
        bytes32 first = send(address(here), abi.encodeCall(here.post, (beta, "first")));
        bytes32 second = send(address(here), abi.encodeCall(here.post, (beta, "second")));
        deliver(second);
        assertNotDelivered(first);
        deliver(first);
        vm.assertEq(there.lastPayload(), "first");
    }

    function test_nothing_arrivesWithoutAttestation() public {
        there.open();
        holdAttestations(true);
        bytes32 msgId = send(address(here), abi.encodeCall(here.post, (beta, "hello")));
        deliver();
        assertNotDelivered(msgId);
        passTimeout();
        deliver();
        assertDelivered(msgId);
    }
}

contract TokenHandler is DeliveryHandler {
    BridgeToken private immutable _token;
    uint32 private immutable _beta;

    constructor(CrossChainTest world_, BridgeToken token, uint32 beta) DeliveryHandler(world_) {
        (_token, _beta) = (token, beta);
    }

    function bridge(uint256 amount) external {
        amount %= _token.balanceOf(address(this)) + 1;
        world.sendAs(address(this), address(_token), abi.encodeCall(_token.bridge, (_beta, address(this), amount)));
    }
}

contract TokenInvariantsTest is CrossChainTest {
    BridgeToken private here;
    BridgeToken private there;
    TokenHandler private handler;

    function setUp() public {
        here = new BridgeToken(addChain("alpha").socket, address(this), "Token", "TKN", 1000);
        there = new BridgeToken(addChain("beta").socket, address(this), "Token", "TKN", 0);
        connect(address(here), address(there));
        handler = new TokenHandler(this, here, slugOf(address(there)));
        here.transfer(address(handler), 1000);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// forge-config: default.invariant.runs = 32
    /// forge-config: default.invariant.depth = 64
    function invariant_supplyNeverGrows() public view {
        vm.assertLe(here.totalSupply() + there.totalSupply(), 1000);
    }
}

contract CounterAppHandler is GatewayHandler {
    CounterAppGateway private immutable _app;
    uint32[] private _slugs;
    uint256 public added;

    constructor(GatewayTest world_, CounterAppGateway app, uint32[] memory slugs) GatewayHandler(world_) {
        (_app, _slugs) = (app, slugs);
    }

    function add(uint64 amount) external {
        _app.add(_slugs, amount);
        added += _slugs.length * amount;
    }

    function readCounters() external {
        _app.readCounters(_slugs);
    }
}

contract CounterAppInvariantsTest is GatewayTest {
    CounterAppGateway private app;
    CounterAppHandler private handler;

    function setUp() public {
        uint32[] memory slugs = new uint32[](2);
        (slugs[0], slugs[1]) = (addChain("alpha").slug, addChain("beta").slug);
        startGateway();
        app = new CounterAppGateway(addressResolver, address(this), 0.01 ether);
        deposit(address(app), 10 ether);
        app.deployContracts(slugs);
        runPayloads();
        handler = new CounterAppHandler(this, app, slugs);
        app.transferOwnership(address(handler));
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_sum_neverExceedsWhatWasAdded() public view {
        vm.assertLe(app.sum(), handler.added());
    }
}
