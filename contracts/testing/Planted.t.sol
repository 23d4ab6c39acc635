// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity 0.8.37;

import {FailureText} from "../../test/fixtures/solidity/FailureText.sol";
import {SolNotesMended, SolNotesTight} from "../../test/fixtures/solidity/planted/SolNotes.sol";
import {SolOrdersMended, SolOrdersOfAnyone} from "../../test/fixtures/solidity/planted/SolOrders.sol";
import {SolPayouts, SolPayoutsMended, SolPayoutsReentrant} from "../../test/fixtures/solidity/planted/SolPayouts.sol";
import {SolPrice, SolPriceInOrder, SolPriceMended} from "../../test/fixtures/solidity/planted/SolPrice.sol";
import {SolRefundMended, SolRefundToReceiver} from "../../test/fixtures/solidity/planted/SolRefund.sol";
import {ISocket} from "../interfaces/ISocket.sol";
import {CrossChainTest} from "./CrossChainTest.sol";
import {Stage} from "./messaging/TestMessage.sol";
import {ReenteringReceiver} from "./ReenteringReceiver.sol";
import {vm} from "./Vm.sol";

/// @dev Each check is what an author would write as a test. It has to fail for the planted plug, and pass for the mended.
contract PlantedTest is CrossChainTest, FailureText {
    uint32 private alpha;
    uint32 private beta;
    ISocket private here;
    ISocket private there;

    function setUp() public {
        (here, there) = (addChain("alpha").socket, addChain("beta").socket);
        (alpha, beta) = (here.chainSlug(), there.chainSlug());
    }

    function test_reentrancyOnASecondDelivery_isFound() public {
        SolPayouts[2] memory mended = [_mendedPayouts(here), _mendedPayouts(there)];
        this.checkPayouts(mended[0], mended[1]);
        SolPayouts planted = new SolPayoutsReentrant(here, address(this));
        SolPayouts plantedThere = new SolPayoutsReentrant(there, address(this));
        _assertFound(
            abi.encodeCall(this.checkPayouts, (planted, plantedThere)),
            "paid: 3000000000000000000 != 2000000000000000000"
        );
    }

    function checkPayouts(SolPayouts from, SolPayouts to) external {
        connect(address(from), address(to));
        vm.deal(address(to), 100 ether);
        ReenteringReceiver receiver = new ReenteringReceiver(this);
        bytes memory pay = abi.encodeCall(from.pay, (beta, address(receiver), 1 ether));
        bytes32 first = sendAs(address(this), address(from), pay, 2 ether);
        bytes32 second = sendAs(address(this), address(from), pay, 2 ether);
        deliverUntil(Stage.ATTESTED);
        receiver.arm(second);
        deliver(first);
        vm.assertTrue(receiver.hasReentered(), "reentered");
        assertDelivered(first);
        assertDelivered(second);
        vm.assertEq(address(receiver).balance, 2 ether, "paid");
    }

    /// @dev The check runs for the orders that a seed gives.
    /// hardhat-config: fuzz.runs = 8
    function testFuzz_trustInOrder_isFound(uint256 seed) public {
        this.checkPrice(new SolPriceMended(here, address(this)), new SolPriceMended(there, address(this)), seed);
        SolPrice planted = new SolPriceInOrder(here, address(this));
        SolPrice plantedThere = new SolPriceInOrder(there, address(this));
        bool isFound = false;
        for (uint256 i = 0; i < 20 && !isFound; i++) {
            try this.checkPrice(planted, plantedThere, uint256(keccak256(abi.encode(seed, i)))) {} catch {
                isFound = true;
            }
        }
        vm.assertTrue(isFound, "not found");
    }

    function checkPrice(SolPrice from, SolPrice to, uint256 seed) external {
        connect(address(from), address(to));
        for (uint256 price = 1; price <= 3; price++) {
            send(address(from), abi.encodeCall(from.publish, (beta, price)));
        }
        deliverShuffled(seed);
        vm.assertEq(to.price(), 3, "price");
    }

    function test_missingSiblingCheck_isFound() public {
        this.checkOrders(new SolOrdersMended(here), new SolOrdersMended(there));
        SolOrdersOfAnyone planted = new SolOrdersOfAnyone(here);
        SolOrdersOfAnyone plantedThere = new SolOrdersOfAnyone(there);
        _assertFound(
            abi.encodeCall(this.checkOrders, (planted, plantedThere)),
            "The plug took a message from an account that is not its socket."
        );
    }

    function checkOrders(SolOrdersOfAnyone from, SolOrdersOfAnyone to) external {
        connect(address(from), address(to));
        assertDelivered(_delivered(address(from), abi.encodeCall(from.order, (beta, "left"))));
        vm.assertEq(to.lastOrder(), "left");
        assertRefusesForgery(address(to), alpha, "right");
    }

    /// hardhat-config: fuzz.runs = 16
    function testFuzz_gasLimitTooTight_isFound(uint8 length) public {
        this.checkNotes(new SolNotesMended(here, address(this)), new SolNotesMended(there, address(this)), length);
        SolNotesTight planted = new SolNotesTight(here, address(this));
        SolNotesTight plantedThere = new SolNotesTight(there, address(this));
        _assertFound(
            abi.encodeCall(this.checkNotes, (planted, plantedThere, uint256(length) + 100)),
            "inbound reverts without data, as when its gas limit of 100000 is too low."
        );
    }

    function checkNotes(SolNotesTight from, SolNotesTight to, uint256 length) external {
        connect(address(from), address(to));
        bytes memory text = new bytes(length);
        for (uint256 i = 0; i < length; i++) text[i] = "x";
        assertDelivered(_delivered(address(from), abi.encodeCall(from.write, (beta, string(text)))));
        vm.assertEq(bytes(to.note()).length, length);
    }

    /// hardhat-config: fuzz.runs = 16
    function testFuzz_refundToTheWrongSide_isFound(uint64 excess) public {
        this.checkRefund(new SolRefundMended(here, address(this)), new SolRefundMended(there, address(this)), excess);
        SolRefundToReceiver planted = new SolRefundToReceiver(here, address(this));
        SolRefundToReceiver plantedThere = new SolRefundToReceiver(there, address(this));
        _assertFound(
            abi.encodeCall(this.checkRefund, (planted, plantedThere, uint256(excess) + 1)),
            "paid more than the fee: "
        );
    }

    function checkRefund(SolRefundToReceiver from, SolRefundToReceiver to, uint256 excess) external {
        connect(address(from), address(to));
        (address sender, address receiver) = (address(0x5e4d), address(0x4ece));
        dealOn(alpha, sender, 100 ether);
        dealOn(alpha, receiver, 0);
        bytes memory greet = abi.encodeCall(from.greet, (beta, receiver));
        uint256 fee = from.minFees(beta, 100_000, 32);
        bytes32 msgId = sendAs(sender, address(from), greet, fee + excess);
        deliver();
        assertDelivered(msgId);
        vm.assertEq(balanceOn(alpha, sender), 100 ether - fee, "paid more than the fee");
    }

    /// @dev The check has to fail, and for the planted reason.
    function _assertFound(bytes memory check, string memory why) private {
        bytes memory text = bytes(_failureOf(check));
        bytes memory part = bytes(why);
        bool isFound = false;
        for (uint256 i = 0; !isFound && i + part.length <= text.length; i++) {
            isFound = true;
            for (uint256 j = 0; isFound && j < part.length; j++) isFound = text[i + j] == part[j];
        }
        vm.assertTrue(isFound, string(text));
    }

    function _delivered(address plug, bytes memory callData) private returns (bytes32 msgId) {
        msgId = send(plug, callData);
        deliver();
    }

    function _mendedPayouts(ISocket socket) private returns (SolPayouts) {
        return new SolPayoutsMended(socket, address(this));
    }
}
